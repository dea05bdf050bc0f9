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

/** Whether a field holds a file, which JSON cannot. */
export function isFile({ format }: FieldSchema): boolean {
  return format === 'binary'
}

/** An operation's input as JSON Schema, in the form that every reader of ours (OpenAPI, tools, reference, CLI) shares. */
export function inputSchemaOf(operation: Operation): ObjectSchema {
  const schema = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' })
  return { properties: {}, ...(plain(schema) as object) } as ObjectSchema
}

/**
 * What clients and agents understand best: no `$schema`, no notes of ours, nothing that merely repeats the format, and
 * a nullable field as a list of types in place of an `anyOf`; null is one of its values, too, if it lists them.
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

/** A record with a value for each name of an enum, written as the object that it is: generators define its fields. */
function withProperties({ propertyNames, additionalProperties, ...rest }: EnumRecord) {
  const properties = Object.fromEntries(propertyNames.enum.map((name) => [name, additionalProperties]))
  return { ...rest, properties, additionalProperties: false }
}
