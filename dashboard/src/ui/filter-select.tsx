import { Select, type SelectOption } from './select.tsx'

interface FilterSelectProps<Value extends string> {
  label: string
  /** The name of the option without a filter. */
  all: string
  /** The other options, or their names by value. */
  options: readonly SelectOption<Value>[] | Record<Value, string>
  value: Value | undefined
  onChange: (value: Value | undefined) => void
}

const noFilter = ''

/** A select that filters a list by one value or shows all items. */
export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { label, all, options, value = noFilter, onChange } = props
  const others = Array.isArray(options)
    ? (options as readonly SelectOption<Value>[])
    : (Object.entries(options) as [Value, string][]).map(([each, name]) => ({ value: each, name }))
  return (
    <Select<Value | typeof noFilter>
      label={label}
      options={[{ value: noFilter, name: all }, ...others]}
      value={value}
      onChange={(chosen) => onChange(chosen || undefined)}
    />
  )
}
