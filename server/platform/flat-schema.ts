/*
 * The JSON Schema of the input of an action on a machine: an object with simple fields, so that forms, the command line
 * and agents can all fill it in. The machine checks every input. The service and the forms check it before, to reject it
 * early, but leave the patterns to the machine: its owner wrote them, and a regular expression can take hours.
 * Runs in the server, the command line and the browser.
 */
export interface FlatSchema {
  type: 'object'
  properties: Record<string, FieldSchema>
  required: string[]
  additionalProperties: false
}

export interface FieldSchema {
  type: 'string' | 'integer' | 'number' | 'boolean' | 'object'
  title?: string
  description?: string
  enum?: (string | number)[]
  /** A regular expression that the whole text must match. */
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  default?: string | number | boolean
}

export interface FieldProblem {
  field: string
  /** Completes "<field> …": `must be an integer`. */
  problem: string
}

/** Returns what is wrong with an input apart from patterns. Only own properties count, so `__proto__` is unknown. */
export function checkFlat(schema: FlatSchema, value: unknown): FieldProblem[] {
  return check(schema, value, problemOf)
}

/** Returns what is wrong with an input, with patterns. Only for the machine that declared the schema. */
export function checkFlatAndPatterns(schema: FlatSchema, value: unknown): FieldProblem[] {
  return check(schema, value, (rule, field) => problemOf(rule, field) ?? patternProblem(rule, field))
}

function check(
  schema: FlatSchema,
  value: unknown,
  find: (rule: FieldSchema, value: unknown) => string | undefined,
): FieldProblem[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [{ field: 'input', problem: 'must be an object' }]
  const given = value as Record<string, unknown>
  const unknown = Object.keys(given).filter((field) => !Object.hasOwn(schema.properties, field))
  const missing = schema.required.filter((field) => !Object.hasOwn(given, field))
  return [
    ...unknown.map((field) => ({ field, problem: 'is not a field of this action' })),
    ...missing.map((field) => ({ field, problem: 'is required' })),
    ...Object.entries(schema.properties).flatMap(([field, rule]) => {
      const problem = Object.hasOwn(given, field) ? find(rule, given[field]) : undefined
      return problem === undefined ? [] : [{ field, problem }]
    }),
  ]
}

const typeNames = {
  string: 'a text',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
}

function problemOf(rule: FieldSchema, value: unknown): string | undefined {
  if (!hasType(rule.type, value)) return `must be ${typeNames[rule.type]}`
  if (rule.enum && !rule.enum.includes(value as string)) return `must be one of ${rule.enum.join(', ')}`
  if (typeof value === 'string') return textProblem(rule, value)
  if (typeof value === 'number') return numberProblem(rule, value)
  return undefined
}

function hasType(type: FieldSchema['type'], value: unknown): boolean {
  if (type === 'integer') return Number.isSafeInteger(value)
  if (type === 'number') return Number.isFinite(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return typeof value === type
}

function patternProblem({ pattern }: FieldSchema, value: unknown): string | undefined {
  if (pattern === undefined || typeof value !== 'string') return undefined
  return new RegExp(`^(?:${pattern})$`, 'u').test(value) ? undefined : `must match ${pattern}`
}

function textProblem({ minLength = 0, maxLength = Infinity }: FieldSchema, text: string) {
  if (text.includes('\0')) return 'must not contain a null character'
  if (text.length < minLength) return `must have at least ${minLength} characters`
  if (text.length > maxLength) return `must have at most ${maxLength} characters`
  return undefined
}

function numberProblem({ minimum = -Infinity, maximum = Infinity }: FieldSchema, value: number) {
  if (value < minimum) return `must be at least ${minimum}`
  if (value > maximum) return `must be at most ${maximum}`
  return undefined
}
