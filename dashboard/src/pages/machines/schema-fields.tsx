import type { FieldSchema, FlatSchema } from '../../../../server/platform/flat-schema.ts'
import { CheckField, TextAreaField, TextField } from '../../ui/form-fields.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { SelectField } from '../../ui/select.tsx'
import { runTexts } from './run-texts.ts'
import { controlName, labelOf } from './schema-values.ts'

const { form: texts } = runTexts

/** Texts of this length and more, such as the content of a file, have several lines. */
const longTextLength = 10_000

interface SchemaFieldsProps {
  schema: FlatSchema
  /** The path of the input in the request, such as `input`. */
  path: string
}

/** One control for each field of a schema. `readInput` returns their values. */
export function SchemaFields({ schema, path }: SchemaFieldsProps) {
  // Required fields come first. The service keeps the order of this list, but not that of the properties.
  const optional = Object.keys(schema.properties).filter((field) => !schema.required.includes(field))
  const fields = [...schema.required, ...optional].flatMap((field) => {
    const rule = schema.properties[field]
    return rule ? [[field, rule] as const] : []
  })
  return fields.map(([field, rule]) => (
    <SchemaField
      key={field}
      name={controlName(path, field)}
      label={labelOf(field, rule)}
      rule={rule}
      isRequired={schema.required.includes(field)}
      isLong={field === 'content' || (rule.maxLength ?? 0) >= longTextLength}
    />
  ))
}

interface SchemaFieldProps {
  name: string
  label: string
  rule: FieldSchema
  isRequired: boolean
  isLong: boolean
}

function SchemaField({ name, label, rule, isRequired, isLong }: SchemaFieldProps) {
  const shownLabel = isRequired ? label : texts.optional(label)
  const { description, default: initial } = rule
  const shared = { name, label: shownLabel, hint: hintOf(rule), 'aria-required': isRequired }
  const defaultValue = initial === undefined ? '' : String(initial)
  if (rule.type === 'boolean')
    return (
      <CheckField
        name={name}
        label={label}
        {...(description && { hint: description })}
        defaultChecked={initial === true}
      />
    )
  if (rule.enum) {
    const options = rule.enum.map((value) => ({ value: String(value), name: String(value) }))
    // Without a default, a required value is chosen deliberately too.
    const none = initial === undefined ? [{ value: '', name: texts.none }] : []
    return (
      <SelectField
        name={name}
        label={shownLabel}
        options={[...none, ...options].map((option) => ({ ...option, ...(description && { description }) }))}
        defaultValue={defaultValue}
      />
    )
  }
  const mono = 'font-mono text-[13px]'
  if (rule.type === 'object')
    return (
      <TextAreaField {...shared} rows={3} spellCheck={false} className={mono} defaultValue={defaultValue} />
    )
  if (rule.type === 'string' && isLong)
    return (
      <TextAreaField {...shared} rows={5} spellCheck={false} className={mono} defaultValue={defaultValue} />
    )
  return (
    <TextField
      {...shared}
      isIdentifier
      // A number field of browsers drops invalid text instead of reporting it.
      {...(rule.type !== 'string' && { inputMode: rule.type === 'integer' ? 'numeric' : 'decimal' })}
      {...(rule.maxLength !== undefined && { maxLength: rule.maxLength })}
      defaultValue={defaultValue}
    />
  )
}

/** Returns the description of a field and its limits. */
function hintOf({ type, description, minimum, maximum }: FieldSchema): string | undefined {
  const { both, from, to } = texts.range
  const range =
    minimum !== undefined && maximum !== undefined
      ? both(formatNumber(minimum), formatNumber(maximum))
      : minimum !== undefined
        ? from(formatNumber(minimum))
        : maximum !== undefined && to(formatNumber(maximum))
  return [description ?? (type === 'object' && texts.json), range].filter(Boolean).join(' ') || undefined
}
