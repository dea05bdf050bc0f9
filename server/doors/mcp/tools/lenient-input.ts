import type { FieldSchema, ObjectSchema } from '../../../operations/json-schema.ts'
import { parseJson } from '../../../operations/parse-json.ts'

/*
 * Models write "5" for 5, "true" for true, a list as JSON text or with commas, and "In Progress" for in_progress.
 * Unambiguous values are converted. Ambiguous ones stay unchanged, and validation rejects them with a message.
 */

/** Converts a value to the type of the schema if it is unambiguous. Otherwise returns it unchanged. */
export function coerce(value: unknown, schema: FieldSchema): unknown {
  const either = (schema.anyOf ?? schema.oneOf) as FieldSchema[] | undefined
  if (either) return coerceToFirst(value, either)
  const types = [schema.type ?? []].flat()
  if (typeof value === 'string') return fromText(value, types, schema)
  // A number where the schema expects text.
  if (typeof value === 'number')
    return types.includes('string') && !acceptsNumber(types) ? String(value) : value
  if (Array.isArray(value)) return types.includes('array') ? coerceItems(value, schema) : value
  if (typeof value !== 'object' || value === null) return value
  if (types.includes('object')) return coerceFields(value, schema)
  const isOneOfList = types.includes('array') && (schema.items as FieldSchema | undefined)?.type === 'object'
  return isOneOfList ? coerceItems([value], schema) : value
}

/** Converts all fields of an object. Unknown fields stay, so that validation rejects them by name. */
export function coerceFields(value: object, schema: FieldSchema | ObjectSchema): object {
  const properties = (schema.properties ?? {}) as Record<string, FieldSchema>
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      Object.hasOwn(properties, name) ? coerce(inner, properties[name]!) : inner,
    ]),
  )
}

function fromText(text: string, types: string[], schema: FieldSchema): unknown {
  if (schema.enum) return nameOf(text, schema.enum) ?? text
  if (types.includes('string')) return text
  const bare = text.trim()
  if (types.includes('null') && bare === 'null') return null
  if (types.includes('boolean') && /^(true|false)$/i.test(bare)) return bare.toLowerCase() === 'true'
  if (acceptsNumber(types) && /^-?\d{1,15}(\.\d+)?$/.test(bare)) return Number(bare)
  if (types.includes('object') && bare.startsWith('{')) return parsed(bare, schema) ?? text
  if (types.includes('array')) return (bare.startsWith('[') && parsed(bare, schema)) || listOf(bare, schema)
  return text
}

/** Reads one text, or several separated by commas. Commas in a sentence do not separate. */
function listOf(text: string, schema: FieldSchema): unknown {
  const items = (schema.items ?? {}) as FieldSchema
  if (text === '') return []
  if (items.type === 'object') return text.startsWith('{') ? coerceItems([text], schema) : text
  const parts = text.split(',').map((part) => part.trim())
  const areNames = items.enum !== undefined || parts.every((part) => /^\S+$/.test(part))
  return coerceItems(areNames ? parts.filter(Boolean) : [text], schema)
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
  return items ? values.map((value) => coerce(value, items)) : values
}

/** Returns the only allowed value that differs at most in case, spaces, hyphens and underscores. */
function nameOf(text: string, allowed: readonly unknown[]): string | undefined {
  if (allowed.includes(text)) return text
  const bare = (word: string) => word.toLowerCase().replace(/[\s_-]+/g, '')
  const same = allowed.filter((word): word is string => typeof word === 'string' && bare(word) === bare(text))
  return same.length === 1 ? same[0] : undefined
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
