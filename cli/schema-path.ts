import { type Schema, unwrap } from './contract.ts'
import { UsageError } from './failures.ts'
import { orNearest } from './nearest.ts'

/** Returns the schema of a list's items, or of the whole result if it isn't a list. */
export function itemSchema(result: Schema): Schema {
  const items = result.properties?.items
  const elements = items && unwrap(items).schema.items
  return elements ? unwrap(elements).schema : result
}

export function fieldNames(schema: Schema): string[] {
  return Object.keys(schema.properties ?? {})
}

/**
 * Returns the schema of a field. Rejects a name that the contract doesn't contain, before the request is sent.
 * Returns undefined if the contract doesn't specify the content.
 */
export function stepInto(schema: Schema | undefined, name: string, option: string): Schema | undefined {
  if (!schema?.properties) return undefined
  const field = schema.properties[name]
  if (!field) throw new UsageError(`${option}: no field "${name}". ${orNearest(name, fieldNames(schema))}`)
  return unwrap(field).schema
}

/** Returns the schema of a list's elements. */
export function elementsOf(schema: Schema | undefined): Schema | undefined {
  return schema?.items && unwrap(schema.items).schema
}
