import { type ReactNode, useId } from 'react'

/** Class names of the property fields, which look like text until hovered. */
export const control =
  'h-8 w-full appearance-none rounded-md border border-transparent bg-transparent px-1.5 hover:border-line'

interface PropertyProps {
  label: string
  icon?: ReactNode
  children: (id: string) => ReactNode
}

export function Property({ label, icon, children }: PropertyProps) {
  const id = useId()
  return (
    <div className="grid min-h-8 grid-cols-[6rem_1.5rem_1fr] items-center">
      <label htmlFor={id} className="flex h-8 items-center self-start text-muted">
        {label}
      </label>
      <span className="flex h-8 items-center justify-center self-start text-muted">{icon}</span>
      {children(id)}
    </div>
  )
}

interface SelectPropertyProps extends Omit<PropertyProps, 'children'> {
  value: string
  onChange: (value: string) => void
  children: ReactNode
}

export function SelectProperty({ value, onChange, children, ...property }: SelectPropertyProps) {
  return (
    <Property {...property}>
      {(id) => (
        <select
          id={id}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          className={`${control} ${value === '' ? 'text-muted' : ''}`}
        >
          {children}
        </select>
      )}
    </Property>
  )
}
