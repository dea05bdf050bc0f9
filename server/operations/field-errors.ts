import type { z } from 'zod'
import type { FieldError } from '../errors/errors.ts'
import { type FieldSchema, inputSchemaOf } from './json-schema.ts'
import { didYouMean, nearest, nearestParameter } from './nearest.ts'
import type { Operation } from './operation.ts'

/** Limits for the errors of one response. Without them, a small request could cause a large response. */
const maxUnknownFields = 20
const maxErrors = 50
/** Limit for the names that one error lists. The schema of the operation has the others. */
const maxNames = 15

/** Returns the errors of an input by field, each with the nearest valid name or value. */
export function fieldErrorsOf(operation: Operation, error: z.ZodError, given: unknown): FieldError[] {
  const errors: FieldError[] = []
  let unknown = 0
  for (const issue of error.issues.slice(0, maxErrors)) {
    const path = issue.path.join('.')
    if (issue.code === 'unrecognized_keys') {
      const names = Object.keys(schemaAt(operation, issue.path)?.properties ?? {})
      for (const key of issue.keys.slice(0, Math.max(0, maxUnknownFields - unknown)))
        errors.push({ path: [...issue.path, key].join('.'), message: unknownField(key, names) })
      unknown += issue.keys.length
    } else {
      const hint = issue.code === 'invalid_value' ? nearestValue(issue, given) : shapeHint(operation, issue)
      errors.push({ path, message: issue.message + hint })
    }
  }
  const unnamed = [
    ...more(unknown - maxUnknownFields, 'unknown fields'),
    ...more(error.issues.length - maxErrors, 'errors'),
  ]
  return [...errors.slice(0, maxErrors), ...unnamed]
}

function more(count: number, things: string): FieldError[] {
  return count > 0 ? [{ path: '', message: `There are ${count} more ${things}.` }] : []
}

function unknownField(key: string, names: string[]): string {
  const near = nearestParameter(key, names)
  if (near) return `Unknown field. ${didYouMean([near])}`
  return names.length > 0 ? `Unknown field. Known fields: ${someOf(names)}.` : 'Unknown field.'
}

function nearestValue({ path, values }: z.core.$ZodIssueInvalidValue, given: unknown): string {
  const value = path.reduce<unknown>((at, name) => (at as Record<PropertyKey, unknown> | null)?.[name], given)
  if (typeof value !== 'string') return ''
  const near = nearest(value, values.map(String)).slice(0, 1)
  return near.length > 0 ? ` ${didYouMean(near)}` : ''
}

function someOf(names: string[]): string {
  return [...names.slice(0, maxNames), ...(names.length > maxNames ? ['…'] : [])].join(', ')
}

/** Returns the schema of a field in the input of an operation. */
function schemaAt(operation: Operation, path: PropertyKey[]): FieldSchema | undefined {
  let schema: FieldSchema | undefined = inputSchemaOf(operation) as unknown as FieldSchema
  for (const part of path)
    schema = (
      typeof part === 'number'
        ? schema?.items
        : (schema?.properties as Record<string, FieldSchema> | undefined)?.[String(part)]
    ) as FieldSchema | undefined
  return schema
}

/** Returns the shape of an expected object, or of the items of an expected list, as an example. */
function shapeHint(operation: Operation, issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_type' || (issue.expected !== 'object' && issue.expected !== 'array')) return ''
  const schema = schemaAt(operation, issue.path)
  const shape = schema && shapeOf((issue.expected === 'array' ? schema.items : schema) as FieldSchema)
  if (!shape) return ''
  return issue.expected === 'array' ? ` Example: [${shape}].` : ` Example: ${shape}.`
}

/** Returns an object with its required fields, or with all if none is required. Returns undefined for other types. */
function shapeOf(schema: FieldSchema | undefined): string | undefined {
  const properties = (schema?.properties ?? {}) as Record<string, FieldSchema>
  const required = (schema?.required ?? []) as string[]
  const names = required.length > 0 ? required : Object.keys(properties)
  if (names.length === 0) return undefined
  return `{${names.map((name) => `"${name}": ${placeholderOf(properties[name]!)}`).join(', ')}}`
}

function placeholderOf({ type, enum: choices }: FieldSchema): string {
  if (choices) return `"${choices[0]}"`
  const [first] = [type ?? []].flat()
  const placeholders: Record<string, string> = {
    integer: '1',
    number: '1',
    boolean: 'true',
    array: '[…]',
    object: '{…}',
  }
  return placeholders[first ?? ''] ?? '"…"'
}
