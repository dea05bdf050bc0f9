import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import {
  type FieldSchema,
  type ObjectSchema,
  inputSchemaOf,
  isFile,
} from '../server/operations/json-schema.ts'
import type { Operation } from '../server/operations/operation.ts'
import type { Things } from './things.ts'

/**
 * Returns an input that an operation accepts, made from its schema alone, so that generated tests cover a new operation
 * automatically. References come from `things`, by the kind that the schema names.
 */
export function sampleInput(operation: Operation, things: Things, optionalReferences = false) {
  const { properties, required = [] } = schemaOf(operation)
  const input: Record<string, unknown> = {}
  for (const name of required) input[name] = sample(name, properties[name]!)
  for (const reference of referencesOf(operation))
    if (reference.required || optionalReferences) refer(input, reference, things[reference.kind])
  return input
}

const schemas = new WeakMap<Operation, ObjectSchema>()

/** Returns the input schema, cached because the tests ask for it thousands of times. */
function schemaOf(operation: Operation): ObjectSchema {
  const schema = schemas.get(operation) ?? inputSchemaOf(operation)
  schemas.set(operation, schema)
  return schema
}

/** A field that refers to an item: its kind, whether it is required, and whether it takes several. */
export interface Reference {
  field: string
  kind: string
  required: boolean
  several: boolean
}

const references = new WeakMap<Operation, Reference[]>()

export function referencesOf(operation: Operation): Reference[] {
  const { required = [] } = schemaOf(operation)
  const found =
    references.get(operation) ??
    Object.entries(operation.input.shape as Record<string, z.ZodType>).flatMap(([field, schema]) => {
      const named = refers(schema)
      return named ? [{ field, required: required.includes(field), ...named }] : []
    })
  references.set(operation, found)
  return found
}

/** Returns the kinds of item that the operation requires. */
export function neededKinds(operation: Operation): string[] {
  const needed = referencesOf(operation).filter(({ required }) => required)
  return [...new Set(needed.map(({ kind }) => kind))]
}

/** Returns whether the operation requires a reference to an existing, visible item. */
export function refersToThings(operation: Operation): boolean {
  return neededKinds(operation).length > 0
}

/** Returns the input with these references only. */
export function withOnly(operation: Operation, named: Reference[], input: Record<string, unknown>) {
  const others = referencesOf(operation).filter(({ field }) => named.every((each) => each.field !== field))
  return Object.fromEntries(
    Object.entries(input).filter(([name]) => others.every(({ field }) => field !== name)),
  )
}

export function refer(input: Record<string, unknown>, { field, several }: Reference, to: string | undefined) {
  input[field] = several ? [to ?? randomUUID()] : (to ?? randomUUID())
}

function refers(schema: z.ZodType): { kind: string; several: boolean } | undefined {
  const { innerType, element } = schema.def as { innerType?: z.ZodType; element?: z.ZodType }
  const kind = schema.meta()?.refers as string | undefined
  if (kind) return { kind, several: element !== undefined }
  if (innerType) return refers(innerType)
  const each = element && refers(element)
  return each && { ...each, several: true }
}

/** A field that takes text at any depth: whether it refers to an item, and a function that fills it. */
export interface TextField {
  field: string
  names: boolean
  fill: Fill
}

type Fill = (text: string) => unknown

/** Returns the text fields, those that refer to items first. */
export function stringFields(operation: Operation): TextField[] {
  const named = new Set(referencesOf(operation).map(({ field }) => field))
  const fields = Object.entries(schemaOf(operation).properties).flatMap(([field, schema]) =>
    waysToFill(field, schema).map((fill) => ({ field, names: named.has(field), fill })),
  )
  return fields.toSorted((a, b) => Number(b.names) - Number(a.names))
}

function waysToFill(name: string, field: FieldSchema): Fill[] {
  const type = [field.type].flat()[0]
  if (isFile(field)) return []
  if (type === 'string') return [(text) => text]
  if (type === 'array')
    return waysToFill(name, field.items as FieldSchema).map((fill) => (text) => [fill(text)])
  if (type !== 'object') return []
  const { properties = {}, required = [] } = field as Partial<ObjectSchema>
  if (Object.keys(properties).length === 0) return [(text) => ({ [name]: text })]
  const whole = () => sampleObject({ properties, required })
  return Object.entries(properties).flatMap(([inner, each]) =>
    waysToFill(inner, each).map((fill) => (text: string) => ({ ...whole(), [inner]: fill(text) })),
  )
}

function sample(name: string, field: FieldSchema): unknown {
  // The item in the trash is a task.
  if (name === 'kind' && field.enum?.includes('task')) return 'task'
  if (field.const !== undefined) return field.const
  if (Array.isArray(field.oneOf)) return sample(name, field.oneOf[0] as FieldSchema)
  if (field.enum) return field.enum[0]
  if (isFile(field)) return new File([onePixel], 'pixel.png', { type: 'image/png' })
  if (field.format === 'email') return `${randomUUID()}@example.com`
  if (field.format === 'date-time') return new Date().toISOString()
  if (field.format === 'date') return '2026-01-01'
  if (field.format === 'uri') return 'https://sample.example.com'
  if (field.format === 'uuid') return randomUUID()
  if (field.format === 'base64url') return Buffer.from(randomUUID()).toString('base64url')
  const type = [field.type].flat()[0]
  if (type === 'integer' || type === 'number') return field.minimum ?? 1
  if (type === 'boolean') return true
  if (type === 'array') return field.minItems ? [sample(name, field.items as FieldSchema)] : []
  if (type === 'object') return sampleObject(field as unknown as ObjectSchema)
  if (field.pattern === '^\\d{6}$') return '123456'
  if (field.pattern !== undefined) return `sample-${randomUUID().slice(0, 8)}`
  return `sample ${name} ${randomUUID()}`.slice(0, (field.maxLength as number | undefined) ?? 60)
}

/** The smallest image: one white pixel. */
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg==',
  'base64',
)
function sampleObject({ properties = {}, required = [] }: Partial<ObjectSchema>): Record<string, unknown> {
  return Object.fromEntries(required.map((name) => [name, sample(name, properties[name]!)]))
}
