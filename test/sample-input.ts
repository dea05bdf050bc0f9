import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import {
  type FieldSchema,
  type ObjectSchema,
  inputSchemaOf,
  isFile,
} from '../server/operations/json-schema.ts'
import type { Operation } from '../server/operations/operation.ts'

/**
 * An input that an operation accepts, made from its schema alone, so that an operation that is added is tried without
 * anybody writing a test for it. References are taken from `things` by the name that the schema gives them.
 */
export function sampleInput(
  operation: Operation,
  things: Record<string, string>,
  optionalReferences = false,
) {
  const { properties, required = [] } = inputSchemaOf(operation)
  const references = referencesOf(operation)
  const input: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(properties)) {
    const kind = references[name]
    if (kind && (required.includes(name) || optionalReferences)) input[name] = things[kind] ?? randomUUID()
    else if (required.includes(name)) input[name] = sample(name, field)
  }
  return input
}

/** Which fields refer to something: `{ project: 'project', assignee: 'member' }`. */
export function referencesOf(operation: Operation): Record<string, string> {
  const fields = Object.entries(operation.input.shape) as [string, z.ZodType][]
  return Object.fromEntries(
    fields.flatMap(([name, schema]) => (refers(schema) ? [[name, refers(schema)!]] : [])),
  )
}

/** Whether what it names must exist and be seen: people may be named too, but are only looked for in one's own midst. */
export function refersToThings(operation: Operation): boolean {
  const required = Object.keys(sampleInput(operation, {}))
  return Object.entries(referencesOf(operation)).some(
    ([field, kind]) => kind !== 'member' && required.includes(field),
  )
}

function refers(schema: z.ZodType): string | undefined {
  const own = schema.meta()?.refers as string | undefined
  const inner = (schema.def as { innerType?: z.ZodType }).innerType
  return own ?? (inner && refers(inner))
}

function sample(name: string, field: FieldSchema): unknown {
  // The trash is tried with what is in it.
  if (name === 'kind') return 'task'
  if (field.const !== undefined) return field.const
  if (field.enum) return field.enum[0]
  if (isFile(field)) return new File([onePixel], 'pixel.png', { type: 'image/png' })
  if (field.format === 'email') return `${randomUUID()}@example.com`
  if (field.format === 'date-time') return new Date().toISOString()
  if (field.format === 'uuid') return randomUUID()
  if (field.format === 'base64url') return Buffer.from(randomUUID()).toString('base64url')
  const type = [field.type].flat()[0]
  if (type === 'integer' || type === 'number') return field.minimum ?? 1
  if (type === 'boolean') return true
  if (type === 'array') return []
  if (type === 'object') return sampleObject(field as unknown as ObjectSchema)
  return `sample ${name} ${randomUUID()}`.slice(0, (field.maxLength as number | undefined) ?? 60)
}

/** The smallest picture there is: one white pixel. */
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg==',
  'base64',
)
function sampleObject({ properties = {}, required = [] }: Partial<ObjectSchema>): Record<string, unknown> {
  return Object.fromEntries(required.map((name) => [name, sample(name, properties[name]!)]))
}
