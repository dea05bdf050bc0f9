interface CheckboxGroupProps<Value extends string> {
  label: string
  names: Record<Value, string>
  chosen: Value[]
  onChange: (chosen: Value[]) => void
}

/** A set of options, each of which can be on or off. */
export function CheckboxGroup<Value extends string>({
  label,
  names,
  chosen,
  onChange,
}: CheckboxGroupProps<Value>) {
  const values = Object.keys(names) as Value[]
  return (
    <fieldset>
      <legend className="mb-1 text-xs font-semibold text-muted">{label}</legend>
      <div className="flex flex-wrap gap-1">
        {values.map((value) => (
          <label
            key={value}
            className="cursor-pointer rounded-md border px-2 py-px text-[13px] hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={({ target }) =>
                onChange(values.filter((each) => (each === value ? target.checked : chosen.includes(each))))
              }
              className="sr-only"
            />
            {names[value]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
