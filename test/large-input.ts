import { type FieldSchema, inputSchemaOf, isFile } from '../server/operations/json-schema.ts'
import { type Operation, httpParts } from '../server/operations/operation.ts'
import { referencesOf, sampleInput } from './sample-input.ts'
import type { Things } from './things.ts'

const mebibyte = 1024 * 1024

/** Texts that are expensive for careless code: Markdown with escapes, and long runs that make a regex backtrack. */
const fillers = ['- [ ] @ada **b** [l](/x) #WEB-1 "\\"\n', `${' '.repeat(500)}a`]

/** A request with a large valid JSON or form body of at most 1 MiB, and a description of its size. */
export interface LargeBody {
  story: string
  type: string
  body: string
}

/** Bodies of up to 1 MiB for an operation: valid ones with every text and list at its limit, and invalid ones. */
export function largeBodies(operation: Operation, things: Things): LargeBody[] {
  const { parameters } = httpParts(operation.http!)
  const json = (story: string, input: object) => {
    const fields = Object.entries(input).filter(([name]) => !parameters.includes(name))
    return { story, type: 'application/json', body: JSON.stringify(Object.fromEntries(fields)) }
  }
  const valid = sampleInput(operation, things)
  const fields = Object.entries(inputSchemaOf(operation).properties)
  const wrong = fields.flatMap(([name, schema]) => wrongValues(schema).map((value) => ({ [name]: value })))
  return [
    ...(operation.upload ? [manyParts()] : []),
    ...(operation.form ? [manyFields()] : []),
    ...fillers.map((filler) => json(`full of ${JSON.stringify(filler)}`, filled(operation, things, filler))),
    json('unknown fields', { ...valid, ...unknown }),
    ...wrong.map((input) => json(`wrong ${Object.keys(input)[0]}`, { ...valid, ...input })),
  ]
}

/** Bodies that the parser rejects before the server knows the operation. */
export const unparsedBodies: LargeBody[] = [
  { story: 'deep', type: 'application/json', body: '['.repeat(mebibyte) },
  { story: 'many values', type: 'application/json', body: `[${'0,'.repeat(mebibyte / 2 - 2)}0]` },
  { story: 'many fields', type: 'application/json', body: JSON.stringify(unknownFields(40_000)) },
  { story: 'one long name', type: 'application/json', body: JSON.stringify({ ['x'.repeat(1_000_000)]: 1 }) },
  { story: 'escapes', type: 'application/json', body: JSON.stringify({ a: '\\'.repeat(500_000) }) },
]

/** Returns an input with every text and list as long as its schema allows, at most 1 MiB in total. */
function filled(operation: Operation, things: Things, filler: string): object {
  const { properties } = inputSchemaOf(operation)
  const named = new Set(referencesOf(operation).map(({ field }) => field))
  for (let scale = 1; ; scale /= 2) {
    const large = Object.entries(properties)
      .filter(([name]) => !named.has(name))
      .map(([name, schema]) => [name, full(schema, filler, scale)])
      .filter(([, value]) => value !== undefined)
    const input = { ...sampleInput(operation, things, true), ...(Object.fromEntries(large) as object) }
    if (JSON.stringify(input).length < mebibyte) return input
  }
}

function full(schema: FieldSchema, filler: string, scale: number): unknown {
  const either = (schema.anyOf ?? schema.oneOf) as FieldSchema[] | undefined
  if (either) return full(either[0]!, filler, scale)
  const type = [schema.type].flat()[0]
  const atMost = (limit: unknown, other: number) =>
    Math.max(1, Math.floor(((limit as number) ?? other) * scale))
  if (isFile(schema)) return undefined
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (type === 'string' && (schema.format ?? schema.pattern) === undefined)
    return textOf(filler, atMost(schema.maxLength, mebibyte))
  if (type === 'array') {
    const item = full(schema.items as FieldSchema, filler, scale)
    if (item === undefined) return undefined
    // Uses different texts, because many lists drop duplicates.
    return Array.from({ length: atMost(schema.maxItems, 1000) }, (_, index) =>
      typeof item === 'string' ? `${index}${item}`.slice(0, item.length) : item,
    )
  }
  if (type !== 'object') return undefined
  const { properties, additionalProperties } = schema as {
    properties?: Record<string, FieldSchema>
    additionalProperties?: unknown
  }
  if (!properties) return additionalProperties ? { text: filler.repeat(atMost(100, 100)) } : undefined
  const fields = Object.entries(properties).map(([name, each]) => [name, full(each, filler, scale)])
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
}

function textOf(filler: string, length: number): string {
  return filler.repeat(Math.ceil(length / filler.length)).slice(0, length)
}

const many = Array.from({ length: 19_000 }, (_, index) => index)
const unknown = unknownFields(19_000)

function wrongValues(schema: FieldSchema): unknown[] {
  const types = [schema.type].flat()
  if (types.includes('array')) return [many, many.slice(0, 9000).map((number) => ({ [`a${number}`]: {} }))]
  if (types.includes('object')) return [many, unknown]
  return schema.enum ? ['x'.repeat(1_000_000)] : []
}

function unknownFields(count: number): object {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`descriptio${index}`, 1]))
}

function manyFields(): LargeBody {
  const body = 'a=&'.repeat(mebibyte / 3)
  return { story: 'a form of many fields', type: 'application/x-www-form-urlencoded', body }
}

function manyParts(): LargeBody {
  const part = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n'
  const body = `${part.repeat(mebibyte / part.length - 1)}--x--`
  return { story: 'a form of many parts', type: 'multipart/form-data; boundary=x', body }
}
