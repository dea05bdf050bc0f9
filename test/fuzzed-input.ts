import fc from 'fast-check'
import { type FieldSchema, inputSchemaOf, isFile } from '../server/operations/json-schema.ts'
import type { Operation } from '../server/operations/operation.ts'
import { type Reference, referencesOf, sampleInput } from './sample-input.ts'
import type { Things } from './things.ts'

/** Numbers at the edges of the types that JavaScript and PostgreSQL have. */
const numbers = [0, -0, -1, 0.5, 5e-259, 2e-194, 1e-46, 1e38, 1e39, 1e308, -1e308]
const integers = [2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 32, 2 ** 53 - 1, 2 ** 53, -(2 ** 53), 1e21]

/** Texts that often break parsers, databases and URLs. */
const texts = [
  '',
  ' ',
  '\n',
  '\0',
  'a\0b',
  '\ud800',
  '\u202e',
  '😀',
  '𝒳',
  'ß',
  'İ',
  'null',
  'true',
  '[]',
  '{}',
  '"',
  '\\',
  'me',
  'latest',
  'WEB-1',
  'WEB-0',
  'WEB-99999999999999999999',
  `a-${'9'.repeat(300)}`,
  '-1',
  '1e400',
  'NaN',
  '0000-00-00T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:60Z',
  '2026-02-31T00:00:00Z',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  "' or 1=1 --",
  '%',
  '%_\\',
  '../../etc',
  '__proto__',
  'constructor',
  'toString',
  '$1',
  '{{x}}',
  '(((',
  '*a',
  '(?<',
  'http://',
  'https://[::1',
  'https://-host.invalid/',
  'https://a.invalid:99999/',
  'git@-x:y',
  'a@b',
  '@',
  ':',
  '& | !',
  'x'.repeat(300),
  'x'.repeat(70_000),
  '<b> '.repeat(2000),
  'İ'.repeat(100),
]

const cursors = ['[]', '[1,2,3]', '["-createdAt","x","y"]', '[null,null,null]', '{"a":1}', '"x"'].map(
  (text) => Buffer.from(text).toString('base64url'),
)

const anything: fc.Arbitrary<unknown> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(...texts, ...numbers, ...integers, ...cursors, null, true, false),
  },
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.constantFrom<unknown>([], {}, [[]], [null], [{}], { '': '' }, { length: 1e9 }, { toJSON: 1 }),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Generates inputs of an operation: some valid, most with one or more unusual fields. */
export function fuzzedInput(operation: Operation, things: Things): fc.Arbitrary<Record<string, unknown>> {
  const { properties } = inputSchemaOf(operation)
  const references = new Map(referencesOf(operation).map((each) => [each.field, each]))
  const fields = Object.entries(properties).map(([name, schema]) =>
    fc.tuple(fc.constant(name), fieldOf(name, schema, references.get(name), things)),
  )
  const unknown = fc.tuple(fc.constant('unknown'), anything)
  // Changes a few fields at a time: a request with many wrong fields is rejected for the first of them.
  return fc
    .subarray([...fields, unknown], { maxLength: Math.min(3, fields.length) })
    .chain((some) => fc.tuple(...some))
    .map((some) => ({
      ...sampleInput(operation, things),
      ...(Object.fromEntries(some) as Record<string, unknown>),
    }))
}

const headerTexts = [
  '',
  '*',
  '""',
  '"1-x"',
  'W/"999999999"',
  'x'.repeat(300),
  'a=%E0%A4%A; b',
  'text/event-stream',
  'ü',
  '0',
]

/** Generates headers that the HTTP door or an operation reads. Most requests have none of them. */
export const fuzzedHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  fc
    .tuple(
      fc.constantFrom(
        'X-Organization',
        'If-Match',
        'If-None-Match',
        'Idempotency-Key',
        'Cookie',
        'Accept',
        'Host',
      ),
      fc.constantFrom(...headerTexts),
    )
    .map(([name, value]) => ({ [name]: value })),
)

function fieldOf(
  name: string,
  schema: FieldSchema,
  reference: Reference | undefined,
  things: Things,
): fc.Arbitrary<unknown> {
  // A request that waits for new events would only take time.
  if (name === 'wait') return fc.constantFrom(0, -1, 'x')
  const others = Object.values(things)
  const thing = reference && things[reference.kind]
  const named = thing === undefined ? [] : [...Array<string>(12).fill(thing), ...others.slice(0, 5)]
  const references = reference?.several ? named.map((each) => [each]) : named
  return fc.oneof(
    { weight: 2, arbitrary: valueOf(schema) },
    { weight: 1, arbitrary: anything },
    ...(references.length > 0 ? [{ weight: 3, arbitrary: fc.constantFrom<unknown>(...references) }] : []),
  )
}

/** Generates values of the right type, at and around the limits. */
function valueOf(schema: FieldSchema): fc.Arbitrary<unknown> {
  const either = (schema.anyOf ?? schema.oneOf) as FieldSchema[] | undefined
  if (either) return fc.oneof(...either.map(valueOf))
  if (isFile(schema)) return fc.constant(new File(['x'], 'x.png', { type: 'image/png' }))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom<unknown>(...schema.enum)
  const [type] = [schema.type].flat()
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer' || type === 'number') return numberOf(schema)
  if (type === 'array') {
    const maxLength = Math.min(Number(schema.maxItems ?? 5), 5)
    return fc.array(fc.oneof({ weight: 9, arbitrary: valueOf(schema.items as FieldSchema) }, anything), {
      maxLength,
    })
  }
  if (type === 'object') {
    const inner = Object.entries((schema.properties ?? {}) as Record<string, FieldSchema>)
    if (inner.length === 0)
      return fc.dictionary(fc.string({ maxLength: 10 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 5 })
    return fc.record(
      Object.fromEntries(
        inner.map(([name, each]) => [name, fc.oneof({ weight: 9, arbitrary: valueOf(each) }, anything)]),
      ),
    )
  }
  return textOf(schema)
}

function numberOf({ type, minimum = -10, maximum = 10 }: FieldSchema): fc.Arbitrary<number> {
  const [min, max] = [Number(minimum), Number(maximum)]
  const isInteger = [type].flat().includes('integer')
  return fc.oneof(
    fc.constantFrom(min, max, min - 1, max + 1),
    isInteger
      ? fc.integer({ min: Math.max(min, -1e9), max: Math.min(max, 1e9) })
      : fc.double({ min, max, noNaN: true }),
    fc.constantFrom(...numbers, ...integers),
  )
}

function textOf({ format, maxLength = 100 }: FieldSchema): fc.Arbitrary<string> {
  if (format === 'date-time')
    return fc.oneof(
      fc
        .date({
          noInvalidDate: true,
          min: new Date('0000-01-01T00:00:00Z'),
          max: new Date('9999-12-31T00:00:00Z'),
        })
        .map((date) => date.toISOString()),
      fc.constantFrom('0001-01-01T00:00:00Z', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999999999Z'),
    )
  if (format === 'uuid') return fc.uuid()
  if (format === 'email') return fc.emailAddress()
  const shortLength = Math.min(Number(maxLength), 200)
  return fc.oneof(
    fc.string({ maxLength: shortLength }),
    fc.string({ unit: 'grapheme', maxLength: shortLength }),
    fc.constantFrom(...texts),
    fc.constantFrom('x'.repeat(Number(maxLength)), '😀'.repeat(Number(maxLength) / 2)),
  )
}
