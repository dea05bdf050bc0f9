import { type FieldSchema, type FlatSchema, checkFlat } from '../../../../server/platform/flat-schema.ts'
import { Problem } from '../../client.ts'
import { text } from '../../ui/submit.ts'
import { runTexts } from './run-texts.ts'

const { form: texts } = runTexts

/** The name of a control, which is also the path of its errors in a response of the server. */
export const controlName = (path: string, field: string): string => `${path}.${field}`

/** Returns the title of a field, or its name in words: `max_count` becomes "Max count". */
export function labelOf(field: string, { title }: FieldSchema): string {
  const words = field
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, (_, end: string, start: string) => {
      return `${end} ${start.toLowerCase()}`
    })
  return title ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns the input that a form describes. Throws a problem that names every invalid field. */
export function readInput(schema: FlatSchema, path: string, form: FormData): Record<string, unknown> {
  const notJson: string[] = []
  const entries = Object.entries(schema.properties).flatMap(([field, rule]) => {
    const value = readField(rule, schema.required.includes(field), controlName(path, field), form)
    if (value === notAnObject) notJson.push(field)
    return value === undefined ? [] : [[field, value] as const]
  })
  const input: Record<string, unknown> = Object.fromEntries(entries)
  const problems = checkFlat(schema, input).filter(({ field }) => !notJson.includes(field))
  const found = [...notJson.map((field) => ({ field, problem: texts.invalidJson })), ...problems]
  if (found.length > 0) throw problemOf(schema, path, found)
  return input
}

function problemOf(schema: FlatSchema, path: string, found: { field: string; problem: string }[]): Problem {
  const errors = found.map(({ field, problem }) => ({
    path: controlName(path, field),
    message: texts.problem(labelOf(field, schema.properties[field] ?? { type: 'string' }), problem),
  }))
  return new Problem(422, 'invalid_input', texts.invalid, errors)
}

const notAnObject = Symbol('not an object')

/** Returns the value of a control, or undefined if it was left empty. Values of a wrong type are rejected afterwards. */
function readField(rule: FieldSchema, isRequired: boolean, name: string, form: FormData): unknown {
  if (rule.type === 'boolean') {
    const isChecked = form.has(name)
    return isChecked || isRequired || rule.default === true ? isChecked : undefined
  }
  const value = text(form, name)
  if (rule.type === 'string') {
    // An empty text is a value where the schema requires one and sets no minimum, such as the content of a file.
    return value === '' && (!isRequired || (rule.minLength ?? 0) > 0 || rule.enum) ? undefined : value
  }
  if (value.trim() === '') return undefined
  return rule.type === 'object' ? readObject(value) : Number(value)
}

function readObject(value: string): unknown {
  try {
    const parsed: unknown = JSON.parse(value)
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? parsed : notAnObject
  } catch {
    return notAnObject
  }
}
