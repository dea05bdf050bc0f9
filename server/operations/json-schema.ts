import { z } from 'zod'
import type { Operation } from './operation.ts'

export interface ObjectSchema {
  type: 'object'
  properties: Record<string, FieldSchema>
  required?: string[]
  additionalProperties?: boolean
}

export interface FieldSchema {
  type?: string | string[]
  description?: string
  enum?: (string | null)[]
  [keyword: string]: unknown
}

/** Returns whether a field holds a file, which can't be sent as JSON. */
export function isFile({ format }: FieldSchema): boolean {
  return format === 'binary'
}

/** Returns an operation's input as JSON Schema, as used by OpenAPI, the tools, the reference and the CLI. */
export function inputSchemaOf(operation: Operation): ObjectSchema {
  const schema = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' })
  return { properties: {}, ...(plain(schema) as object) } as ObjectSchema
}

/**
 * Simplifies a schema for clients and agents. Removes `$schema`, internal keywords, and patterns that repeat a format.
 * Writes a nullable field as a list of types instead of an `anyOf`, with null among its enum values.
 */
export function plain(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(plain)
  if (typeof node !== 'object' || node === null) return node
  const {
    $schema: _schema,
    refers: _refers,
    contentEncoding: _encoding,
    pattern,
    ...rest
  } = node as Record<string, unknown>
  const either = rest.anyOf as FieldSchema[] | undefined
  if (either?.length === 2 && either[1]?.type === 'null' && typeof either[0]?.type === 'string') {
    const { anyOf: _anyOf, ...outer } = rest
    const inner = plain(either[0]) as FieldSchema
    const values = inner.enum && { enum: [...inner.enum, null] }
    return { ...inner, ...outer, ...values, type: [either[0].type, 'null'] }
  }
  if (isEnumRecord(rest)) return plain(withProperties(rest))
  const kept = rest.format === undefined && pattern !== undefined ? { ...rest, pattern } : rest
  return Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, plain(value)]))
}

interface EnumRecord {
  propertyNames: { enum: string[] }
  additionalProperties: object
  required: string[]
}

function isEnumRecord(node: Partial<EnumRecord>): node is EnumRecord {
  return node.propertyNames?.enum !== undefined && node.required !== undefined && !('properties' in node)
}

/** Rewrites a record with enum keys as an object with properties, so that code generators define its fields. */
function withProperties({ propertyNames, additionalProperties, ...rest }: EnumRecord) {
  const properties = Object.fromEntries(propertyNames.enum.map((name) => [name, additionalProperties]))
  return { ...rest, properties, additionalProperties: false }
}
