import { SearchIcon } from 'lucide-react'
import { useEffect, useState } from 'react'

interface FindFieldProps {
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** A search field that reports its value 250 ms after the last keystroke. */
export function FindField({ label, value = '', onChange }: FindFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  useEffect(() => {
    if (typed === null) return undefined
    const timer = setTimeout(() => {
      onChange(typed.trim() || undefined)
      setTyped(null)
    }, 250)
    return () => clearTimeout(timer)
    // `onChange` may be a new function on each render and must not restart the timer.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [typed])
  return (
    <label className="relative min-w-32 grow basis-40 sm:max-w-60">
      <span className="sr-only">{label}</span>
      <span aria-hidden className="absolute inset-y-0 left-2.5 flex items-center text-muted">
        <SearchIcon />
      </span>
      <input
        type="search"
        value={typed ?? value}
        placeholder={label}
        maxLength={200}
        onChange={({ target }) => setTyped(target.value)}
        className="h-8 w-full rounded-md border border-strong-line bg-surface pr-2 pl-8 placeholder:text-muted hover:border-muted"
      />
    </label>
  )
}
