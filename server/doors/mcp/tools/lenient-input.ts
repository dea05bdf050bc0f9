import type { FieldSchema, ObjectSchema } from '../../../operations/json-schema.ts'
import { parseJson } from '../../../operations/parse-json.ts'

/*
 * Models write "5" for 5, "true" for true, a list as the text of its JSON or with commas, "In Progress" for in_progress.
 * Where it can mean but one thing, it is taken as meant. What is not clear is left as it was, and refused with words.
 */

/** The value in the type that the schema asks for, if it can only be meant so; else as it was given. */
export function coerce(value: unknown, schema: FieldSchema): unknown {
  const either = (schema.anyOf ?? schema.oneOf) as FieldSchema[] | undefined
  if (either) return firstThatFits(value, either)
  const types = [schema.type ?? []].flat()
  if (typeof value === 'string') return fromText(value, types, schema)
  // A number or a year that is asked for as text.
  if (typeof value === 'number')
    return types.includes('string') && !takesNumber(types) ? String(value) : value
  if (Array.isArray(value)) return types.includes('array') ? each(value, schema) : value
  if (typeof value !== 'object' || value === null) return value
  if (types.includes('object')) return everyField(value, schema)
  const isOneOfList = types.includes('array') && (schema.items as FieldSchema | undefined)?.type === 'object'
  return isOneOfList ? each([value], schema) : value
}

/** All fields of an object; those that the schema does not know stay, to be refused by name. */
export function everyField(value: object, schema: FieldSchema | ObjectSchema): object {
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
  if (takesNumber(types) && /^-?\d{1,15}(\.\d+)?$/.test(bare)) return Number(bare)
  if (types.includes('object') && bare.startsWith('{')) return parsed(bare, schema) ?? text
  if (types.includes('array')) return (bare.startsWith('[') && parsed(bare, schema)) || listOf(bare, schema)
  return text
}

/** One text, or several with commas between. A comma within a sentence parts nothing. */
function listOf(text: string, schema: FieldSchema): unknown {
  const items = (schema.items ?? {}) as FieldSchema
  if (text === '') return []
  if (items.type === 'object') return text.startsWith('{') ? each([text], schema) : text
  const parts = text.split(',').map((part) => part.trim())
  const areNames = items.enum !== undefined || parts.every((part) => /^\S+$/.test(part))
  return each(areNames ? parts.filter(Boolean) : [text], schema)
}

function parsed(text: string, schema: FieldSchema): unknown {
  try {
    return coerce(parseJson(text), schema)
  } catch {
    return undefined
  }
}

function each(values: unknown[], schema: FieldSchema): unknown[] {
  const items = schema.items as FieldSchema | undefined
  return items ? values.map((value) => coerce(value, items)) : values
}

/** The allowed word that is the same but for case, spaces and signs, if it is but one. */
function nameOf(text: string, allowed: readonly unknown[]): string | undefined {
  if (allowed.includes(text)) return text
  const bare = (word: string) => word.toLowerCase().replace(/[\s_-]+/g, '')
  const same = allowed.filter((word): word is string => typeof word === 'string' && bare(word) === bare(text))
  return same.length === 1 ? same[0] : undefined
}

function takesNumber(types: string[]): boolean {
  return types.includes('integer') || types.includes('number')
}

function firstThatFits(value: unknown, either: FieldSchema[]): unknown {
  // Where text is taken as well, text is what was meant.
  if (either.some(({ type }) => type === 'string') && typeof value === 'string') return value
  for (const schema of either) {
    const meant = coerce(value, schema)
    if (meant !== value) return meant
  }
  return value
}
