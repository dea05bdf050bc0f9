import type { FieldSchema, FlatSchema } from '../../../../server/platform/flat-schema.ts'

const simpleTypes = new Set<unknown>(['string', 'integer', 'number', 'boolean', 'object'])

/** Returns the input schema of an MCP tool if a form can fill it in, or undefined: then the user writes JSON. */
export function flatToolSchema(schema: unknown): FlatSchema | undefined {
  const { type, properties = {}, required = [], ...rest } = (schema ?? {}) as Record<string, unknown>
  if (type !== 'object' || ['anyOf', 'oneOf', 'allOf', '$ref'].some((word) => word in rest)) return undefined
  const fields = Object.entries(properties as Record<string, Record<string, unknown> | boolean>)
  const flat = fields.map(([name, field]) => [name, flatField(field)] as const)
  if (flat.some(([, field]) => !field)) return undefined
  return {
    type: 'object',
    properties: Object.fromEntries(flat) as Record<string, FieldSchema>,
    required: required as string[],
    additionalProperties: false,
  }
}

function flatField(field: Record<string, unknown> | boolean): FieldSchema | undefined {
  if (typeof field === 'boolean' || !simpleTypes.has(field.type)) return undefined
  const { type, title, description, enum: values, minLength, maxLength, minimum, maximum } = field
  const isSimple = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)
  // Patterns are left to the tool: those of JSON Schema match anywhere in a text.
  const known = {
    type,
    title,
    description,
    enum: Array.isArray(values) && values.every(isSimple) ? values : undefined,
    minLength,
    maxLength,
    minimum,
    maximum,
    default: isSimple(field.default) ? field.default : undefined,
  }
  return Object.fromEntries(
    Object.entries(known).filter(([, value]) => value !== undefined),
  ) as unknown as FieldSchema
}
