import { SearchIcon } from 'lucide-react'
import type { InputHTMLAttributes } from 'react'

interface SearchFieldProps {
  label: string
  placeholder?: string
  value: string
  maxLength?: InputHTMLAttributes<HTMLInputElement>['maxLength']
  /** Classes for the width. */
  className?: string
  onChange: (value: string) => void
}

export function SearchField(props: SearchFieldProps) {
  const { label, placeholder = label, value, maxLength, className = '', onChange } = props
  return (
    <label className={`relative grow ${className}`}>
      <span className="sr-only">{label}</span>
      <span aria-hidden className="absolute inset-y-0 left-2.5 flex items-center text-muted">
        <SearchIcon />
      </span>
      <input
        type="search"
        value={value}
        maxLength={maxLength}
        placeholder={placeholder}
        onChange={({ target }) => onChange(target.value)}
        className="control h-8 pl-8"
      />
    </label>
  )
}
