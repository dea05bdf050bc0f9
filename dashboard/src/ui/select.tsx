import { useState } from 'react'
import { Field } from './field.tsx'

export interface SelectOption<Value extends string> {
  value: Value
  name: string
  /** What it means to choose it. */
  description?: string
  disabled?: boolean
}

interface SelectProps<Value extends string> {
  label: string
  options: readonly SelectOption<Value>[]
  value: Value
  disabled?: boolean
  onChange: (value: Value) => void
}

interface SelectFieldProps<Value extends string> {
  label: string
  /** In a form: under which name it is sent. */
  name: string
  options: readonly SelectOption<Value>[]
  defaultValue: Value
  error?: string | undefined
  onChange?: (value: Value) => void
}

/** One of a few, in a form: the browser's own select, and below it what the choice means. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, name, options, defaultValue, error, onChange } = props
  const [value, setValue] = useState(defaultValue)
  const chosen = options.find((option) => option.value === value)
  return (
    <Field label={label} hint={chosen?.description} error={error}>
      {(control) => (
        <select
          {...control}
          name={name}
          value={value}
          onChange={(event) => {
            const next = event.target.value as Value
            setValue(next)
            onChange?.(next)
          }}
          className="control"
        >
          <Options options={options} />
        </select>
      )}
    </Field>
  )
}

/** One of a few, in a row of a list: small, and it holds at once. What the choice means is told when it is pointed at. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, options, value, disabled, onChange } = props
  return (
    <select
      aria-label={label}
      title={options.find((option) => option.value === value)?.description}
      value={value}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value as Value)}
      className="h-8 max-w-full rounded-md border border-strong-line bg-surface px-2 hover:border-muted disabled:opacity-60"
    >
      <Options options={options} />
    </select>
  )
}

function Options<Value extends string>({ options }: { options: readonly SelectOption<Value>[] }) {
  return options.map(({ value, name, description, disabled }) => (
    <option key={value} value={value} title={description} disabled={disabled}>
      {name}
    </option>
  ))
}
