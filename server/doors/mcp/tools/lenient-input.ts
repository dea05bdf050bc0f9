import type { FieldSchema, ObjectSchema } from '../../../operations/json-schema.ts'
import { parseJson } from '../../../operations/parse-json.ts'
import { statusesNamed, valueNamed, withKnownNames } from './synonyms.ts'
import { timeOf } from './times.ts'

/*
 * Models write "5" for 5, "true" for true, a list as JSON text or with commas, "done" for complete, a date for a time,
 * and a text for an object that needs only one. Unambiguous values are converted. Ambiguous ones stay unchanged, and
 * validation rejects them with a message.
 */

/** Converts the input of a tool: the names of its parameters, and their values. */
export function coerceInput(input: object, schema: ObjectSchema): object {
  const names = Object.keys(schema.properties)
  const { blockedBy, ...others } = withKnownNames(input, [...names, 'blockedBy'])
  const isLinked = blockedBy !== undefined && !names.includes('blockedBy') && names.includes('link')
  // A tool that changes links has no field for the blockers alone.
  return coerceFields(isLinked ? { ...others, link: linksTo(blockedBy, others.link) } : input, schema)
}

function linksTo(blockers: unknown, links: unknown): unknown {
  const tasks = coerce(blockers, { type: 'array', items: { type: 'string' } })
  if (!Array.isArray(tasks)) return blockers
  return [...(Array.isArray(links) ? links : []), ...tasks.map((task) => ({ kind: 'blocked_by', task }))]
}

/** Converts a value to the type of the schema if it is unambiguous. Otherwise returns it unchanged. */
export function coerce(value: unknown, schema: FieldSchema, name = ''): unknown {
  const either = (schema.anyOf ?? schema.oneOf) as FieldSchema[] | undefined
  if (either) return coerceToFirst(value, either)
  const types = [schema.type ?? []].flat()
  if (typeof value === 'string') return fromText(value, types, schema, name)
  // A number where the schema expects text.
  if (typeof value === 'number')
    return types.includes('string') && !acceptsNumber(types) ? String(value) : value
  if (Array.isArray(value)) return types.includes('array') ? coerceItems(value, schema) : value
  if (typeof value !== 'object' || value === null) return value
  if (types.includes('object')) return coerceFields(value, schema)
  const isOneOfList = types.includes('array') && (schema.items as FieldSchema | undefined)?.type === 'object'
  return isOneOfList ? coerceItems([value], schema) : value
}

/** Converts the names and values of all fields. Unknown fields stay, so that validation rejects them by name. */
export function coerceFields(value: object, schema: FieldSchema | ObjectSchema): object {
  const properties = (schema.properties ?? {}) as Record<string, FieldSchema>
  return Object.fromEntries(
    Object.entries(withKnownNames(value, Object.keys(properties))).map(([name, inner]) => [
      name,
      Object.hasOwn(properties, name) ? coerce(inner, properties[name]!, name) : inner,
    ]),
  )
}

function fromText(text: string, types: string[], schema: FieldSchema, name: string): unknown {
  if (schema.enum) return valueNamed(text, schema.enum) ?? text
  if (schema.format === 'date-time') return timeOf(text, name) ?? text
  if (types.includes('string')) return text
  const bare = text.trim()
  if (types.includes('null') && bare === 'null') return null
  if (types.includes('boolean') && /^(true|false)$/i.test(bare)) return bare.toLowerCase() === 'true'
  if (acceptsNumber(types) && /^-?\d{1,15}(\.\d+)?$/.test(bare)) return Number(bare)
  if (types.includes('object'))
    return (bare.startsWith('{') && parsed(bare, schema)) || withMainField(text, schema)
  if (types.includes('array')) return (bare.startsWith('[') && parsed(bare, schema)) || listOf(bare, schema)
  return text
}

/** Reads one text, or several separated by commas. Commas in a sentence do not separate. */
function listOf(text: string, schema: FieldSchema): unknown {
  const items = (schema.items ?? {}) as FieldSchema
  if (text === '') return []
  if (items.type === 'object') return fromObjectText(text, schema, items)
  const parts = text.split(',').map((part) => part.trim())
  const areNames = items.enum !== undefined || parts.every((part) => /^\S+$/.test(part))
  return coerceItems(areNames ? parts.filter(Boolean) : [text], schema)
}

function fromObjectText(text: string, schema: FieldSchema, items: FieldSchema): unknown {
  return text.startsWith('{') || mainFieldOf(items) !== undefined ? coerceItems([text], schema) : text
}

/** Returns an object with the text as its main field, or the text if the object has no main field. */
function withMainField(text: string, schema: FieldSchema): unknown {
  const main = mainFieldOf(schema)
  return main === undefined ? text : { [main]: text }
}

/** Returns the only required field of an object, if it is a text. */
function mainFieldOf({ properties = {}, required }: FieldSchema): string | undefined {
  const [main, ...others] = (required ?? []) as string[]
  if (main === undefined || others.length > 0) return undefined
  const { type, enum: choices } = (properties as Record<string, FieldSchema>)[main] ?? {}
  return type === 'string' && !choices ? main : undefined
}

function parsed(text: string, schema: FieldSchema): unknown {
  try {
    return coerce(parseJson(text), schema)
  } catch {
    return undefined
  }
}

function coerceItems(values: unknown[], schema: FieldSchema): unknown[] {
  const items = schema.items as FieldSchema | undefined
  if (!items) return values
  return values.flatMap((value) => {
    const several = items.enum && typeof value === 'string' ? statusesNamed(value, items.enum) : undefined
    return several ?? [coerce(value, items)]
  })
}

function acceptsNumber(types: string[]): boolean {
  return types.includes('integer') || types.includes('number')
}

function coerceToFirst(value: unknown, either: FieldSchema[]): unknown {
  // Text stays text if the schema accepts it.
  if (either.some(({ type }) => type === 'string') && typeof value === 'string') return value
  for (const schema of either) {
    const converted = coerce(value, schema)
    if (converted !== value) return converted
  }
  return value
}
