import { type Fields, isFields } from './cells.ts'
import type { Schema } from './contract.ts'
import { UsageError } from './failures.ts'
import { elementsOf, itemSchema, stepInto } from './schema-path.ts'

/** The path of a field: `assignee.name` is ['assignee', 'name']. */
export type FieldPath = string[]

/** Reads the value of --fields, and rejects names that the result doesn't have. */
export function readFieldPaths(text: string, result: Schema): FieldPath[] {
  const paths = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => part.split('.'))
  if (paths.length === 0)
    throw new UsageError('--fields needs at least one name, such as --fields key,title.')
  for (const path of paths) {
    let schema: Schema | undefined = itemSchema(result)
    for (const name of path) schema = stepInto(elementsOf(schema) ?? schema, name, '--fields')
  }
  return paths
}

/** Returns the value at a path. In a list, returns the values of all elements. */
export function valueAt(value: unknown, [name, ...rest]: FieldPath): unknown {
  if (name === undefined) return value
  if (Array.isArray(value)) return value.map((element) => valueAt(element, [name, ...rest]))
  return isFields(value) ? valueAt(value[name], rest) : undefined
}

/** Reduces a result to the chosen fields. For a list, reduces each item and keeps the rest, such as nextCursor. */
export function selectFields(result: unknown, paths: FieldPath[]): unknown {
  if (isFields(result) && Array.isArray(result.items))
    return { ...result, items: result.items.map((item) => pick(item, paths)) }
  return pick(result, paths)
}

function pick(value: unknown, paths: FieldPath[]): unknown {
  if (Array.isArray(value)) return value.map((element) => pick(element, paths))
  if (!isFields(value)) return value
  const picked: Fields = {}
  for (const [name] of paths) {
    if (name === undefined || name in picked) continue
    const below = paths.filter(([first]) => first === name).map(([, ...rest]) => rest)
    const whole = below.some((path) => path.length === 0)
    picked[name] = whole ? (value[name] ?? null) : (pick(value[name], below) ?? null)
  }
  return picked
}
