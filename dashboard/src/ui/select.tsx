import { useState } from 'react'
import { Field } from './field.tsx'

export interface SelectOption<Value extends string> {
  value: Value
  name: string
  /** Explains the option. */
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
  /** The name of the form field. */
  name: string
  options: readonly SelectOption<Value>[]
  defaultValue: Value
  error?: string | undefined
  onChange?: (value: Value) => void
}

/** A select in a form, with the description of the selected option below it. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, name, options, defaultValue, error, onChange } = props
  const [value, setValue] = useState(defaultValue)
  const chosen = options.find((option) => option.value === value)
  return (
    <Field name={name} label={label} hint={chosen?.description} error={error}>
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

/** A small select in a list row that applies immediately. The description of the option is its tooltip. */
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
