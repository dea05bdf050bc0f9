import { useId } from 'react'

interface ChoiceProps<Value extends string> {
  label: string
  value: Value
  names: Record<Value, string>
  onChange: (value: Value) => void
}

/** A segmented control for a few options. Radio buttons underneath make the arrow keys work. */
export function Choice<Value extends string>({ label, value, names, onChange }: ChoiceProps<Value>) {
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className="inline-flex max-w-full flex-wrap rounded-md bg-hover p-0.5"
    >
      {(Object.entries(names) as [Value, string][]).map(([option, text]) => (
        <label
          key={option}
          className="cursor-pointer rounded px-2.5 py-0.5 text-muted hover:text-ink has-checked:bg-chosen has-checked:font-medium has-checked:text-ink has-checked:shadow-sm has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={name}
            value={option}
            checked={option === value}
            onChange={() => onChange(option)}
            className="sr-only"
          />
          {text}
        </label>
      ))}
    </div>
  )
}
