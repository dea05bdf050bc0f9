import { z } from 'zod'
import { OperationError } from '../../../operations/errors.ts'
import { didYouMean, nearest } from '../../../operations/nearest.ts'
import type { Operation } from '../../../operations/operation.ts'
import { coerce } from './lenient-input.ts'
import { outputFieldsOf } from './output-fields.ts'

/** How much of an answer a caller wants. Every tool takes it, and no operation sees it. */
export interface Wanted {
  detail?: Detail | undefined
  fields?: string[] | undefined
  /** Of the texts among the fields, where to begin: for those that are too long for one answer. */
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
  fields: 'Must be a list of names of fields.',
  offset: 'Must be a whole number: where the texts among the fields begin. It needs fields.',
}
type Name = keyof typeof schemas
const names = Object.keys(schemas) as Name[]

/** Parts what is for this door from what is for the operation. A field that the operation has itself is its own. */
export function partWanted(operation: Operation, given: object): { wanted: Wanted; input: object } {
  const input: Record<string, unknown> = { ...given }
  const wanted: Record<string, unknown> = {}
  for (const name of names) {
    if (!(name in input) || name in operation.input.shape) continue
    wanted[name] = read(name, input[name])
    delete input[name]
  }
  const { fields, offset } = wanted as Wanted
  if (offset !== undefined && !fields) refuseWanted('offset')
  if (fields) requireKnown(operation, fields)
  return { wanted, input }
}

function read(name: Name, value: unknown): unknown {
  if (value === null) return undefined
  const schema = z.toJSONSchema(schemas[name], { io: 'input' })
  const { success, data } = schemas[name].safeParse(coerce(value, schema as never))
  return success ? data : refuseWanted(name)
}

function refuseWanted(name: Name): never {
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
        message: `There is no such field. ${near} There are: ${[...known].join(', ')}.`.replace('  ', ' '),
      }
    })
  if (errors.length > 0) throw new OperationError('invalid_input', {}, errors)
}
