import { z } from 'zod'
import type { FieldSchema } from '../../../operations/json-schema.ts'
import type { Operation } from '../../../operations/operation.ts'

/** The field names of an operation's output, or of the items if the output is a page. */
export interface OutputFields {
  isPage: boolean
  names: ReadonlySet<string>
}

const known = new WeakMap<Operation, OutputFields>()

/** Returns the output fields of an operation. Computed on first use, because few calls choose fields. */
export function outputFieldsOf(operation: Operation): OutputFields {
  let fields = known.get(operation)
  if (!fields) known.set(operation, (fields = read(operation)))
  return fields
}

/** Returns whether the output is a page of a list. */
export function returnsPage({ output }: Operation): boolean {
  return output instanceof z.ZodObject && 'items' in output.shape && 'nextCursor' in output.shape
}

function read(operation: Operation): OutputFields {
  const schema = z.toJSONSchema(operation.output, { unrepresentable: 'any' }) as FieldSchema
  const definitions = (schema.$defs ?? {}) as Record<string, FieldSchema>
  const resolved = (node: FieldSchema): FieldSchema => {
    const name = typeof node.$ref === 'string' ? node.$ref.split('/').at(-1)! : undefined
    return name === undefined ? node : resolved(definitions[name]!)
  }
  const fieldsOf = (node: FieldSchema): Record<string, FieldSchema> => {
    const { properties = {}, anyOf = [], oneOf = [], allOf = [] } = resolved(node) as Record<string, never>
    const others = [anyOf, oneOf, allOf].flat() as FieldSchema[]
    return Object.assign({}, ...others.map(fieldsOf), properties)
  }
  const whole = fieldsOf(schema)
  const items = whole.items && resolved(whole.items)
  const isPage = returnsPage(operation)
  const fields = items?.items ? fieldsOf(items.items as FieldSchema) : whole
  return { isPage, names: new Set(Object.keys(fields)) }
}
