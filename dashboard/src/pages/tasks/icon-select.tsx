import type { ReactNode } from 'react'

interface IconSelectProps<Value extends string> {
  label: string
  value: Value
  names: Record<Value, string>
  icon: ReactNode
  disabled?: boolean
  onChange: (value: Value) => void
}

/** An icon with a transparent native select on top: compact, and accessible by keyboard and on phones. */
export function IconSelect<Value extends string>(props: IconSelectProps<Value>) {
  const { label, value, names, icon, disabled, onChange } = props
  return (
    <span className="relative inline-flex size-6 shrink-0 items-center justify-center rounded hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-accent">
      {icon}
      <select
        aria-label={label}
        title={names[value]}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value as Value)}
        className="absolute inset-0 w-full opacity-0"
      >
        <Options names={names} />
      </select>
    </span>
  )
}

/** The read-only counterpart of `IconSelect`: a labelled icon. */
export function IconFact({ name, icon }: { name: string; icon: ReactNode }) {
  return (
    <span
      role="img"
      aria-label={name}
      title={name}
      className="inline-flex size-6 items-center justify-center"
    >
      {icon}
    </span>
  )
}

export function Options({ names }: { names: Record<string, string> }) {
  return Object.entries(names).map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ))
}
