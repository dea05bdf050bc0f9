import { z } from 'zod'
import { OperationError } from '../../../errors/errors.ts'
import { didYouMean, nearest } from '../../../operations/nearest.ts'
import type { Operation } from '../../../operations/operation.ts'
import { coerce } from './lenient-input.ts'
import { outputFieldsOf } from './output-fields.ts'

/** The requested size of a response. Every tool accepts these options, and no operation sees them. */
export interface ResponseOptions {
  detail?: Detail | undefined
  fields?: string[] | undefined
  /** The start position in the chosen text fields, for texts that exceed one response. */
  offset?: number | undefined
}
export type Detail = (typeof details)[number]

const details = ['concise', 'full'] as const
const schemas = {
  detail: z.enum(details).optional(),
  fields: z.array(z.string().max(100)).min(1).max(50).optional(),
  offset: z.int().min(0).optional(),
}
const texts = {
  detail: `Must be one of: ${details.join(', ')}.`,
  fields: 'Must be a list of field names.',
  offset: 'Must be a whole number, the start position in the text fields. Requires fields.',
}
type Name = keyof typeof schemas
const names = Object.keys(schemas) as Name[]

/** Splits the response options from the input. A field of the operation with the same name stays in the input. */
export function splitResponseOptions(
  operation: Operation,
  given: object,
): { options: ResponseOptions; input: object } {
  const input: Record<string, unknown> = { ...given }
  const options: Record<string, unknown> = {}
  for (const name of names) {
    if (!(name in input) || name in operation.input.shape) continue
    options[name] = read(name, input[name])
    delete input[name]
  }
  const { fields, offset } = options as ResponseOptions
  if (offset !== undefined && !fields) rejectOption('offset')
  if (fields) requireKnown(operation, fields)
  return { options, input }
}

function read(name: Name, value: unknown): unknown {
  if (value === null) return undefined
  const schema = z.toJSONSchema(schemas[name], { io: 'input' })
  const { success, data } = schemas[name].safeParse(coerce(value, schema as never))
  return success ? data : rejectOption(name)
}

function rejectOption(name: Name): never {
  throw new OperationError('invalid_input', {}, [{ path: name, message: texts[name] }])
}

function requireKnown(operation: Operation, fields: string[]): void {
  const known = outputFieldsOf(operation).names
  const errors = fields
    .map((field, index) => ({ field, path: `fields.${index}` }))
    .filter(({ field }) => !known.has(field))
    .map(({ field, path }) => {
      const near = didYouMean(nearest(field, known))
      return {
        path,
        message: `Unknown field. ${near} Known fields: ${[...known].join(', ')}.`.replace('  ', ' '),
      }
    })
  if (errors.length > 0) throw new OperationError('invalid_input', {}, errors)
}
