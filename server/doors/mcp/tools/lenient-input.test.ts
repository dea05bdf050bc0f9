import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FieldSchema } from '../../../operations/json-schema.ts'
import { coerce } from './lenient-input.ts'

const texts = { type: 'array', items: { type: 'string' } }
const states = { type: 'array', items: { type: 'string', enum: ['todo', 'in_progress'] } }
const goals = {
  type: 'array',
  items: { type: 'object', properties: { text: { type: 'string' }, done: { type: 'boolean' } } },
}

describe('coerce', () => {
  const coerced: [given: unknown, schema: FieldSchema, expected: unknown][] = [
    ['5', { type: 'integer' }, 5],
    ['-2.5', { type: 'number' }, -2.5],
    ['3', { type: ['integer', 'null'] }, 3],
    ['null', { type: ['integer', 'null'] }, null],
    ['true', { type: 'boolean' }, true],
    ['False', { type: 'boolean' }, false],
    [42, { type: 'string' }, '42'],
    ['["a","b, c"]', texts, ['a', 'b, c']],
    ['a, b', texts, ['a', 'b']],
    ['backend', texts, ['backend']],
    ['First this, then that', texts, ['First this, then that']],
    ['', texts, []],
    ['todo, In Progress', states, ['todo', 'in_progress']],
    ['In-Progress', { type: 'string', enum: ['in_progress', 'todo'] }, 'in_progress'],
    ['{"text":"x","done":"true"}', goals, [{ text: 'x', done: true }]],
    [{ text: 'x' }, goals, [{ text: 'x' }]],
    ['[{"text":"x"}]', goals, [{ text: 'x' }]],
    ['{"a":1}', { type: 'object' }, { a: 1 }],
    [[1, 'b'], texts, ['1', 'b']],
  ]
  for (const [given, schema, expected] of coerced)
    it(`reads ${JSON.stringify(given)} as ${JSON.stringify(expected)}`, () =>
      assert.deepEqual(coerce(given, schema), expected))

  const unchanged: [given: unknown, schema: FieldSchema][] = [
    ['many', { type: 'integer' }],
    ['5 days', { type: 'integer' }],
    ['1e9', { type: 'integer' }],
    ['yes', { type: 'boolean' }],
    [1, { type: 'boolean' }],
    [true, { type: 'string' }],
    ['done', { type: 'string', enum: ['in_progress', 'complete'] }],
    ['null', { type: ['string', 'null'] }],
    ['{broken', { type: 'object' }],
    ['["a"]', { type: 'string' }],
    ['5', { type: 'string' }],
    ['x', goals],
    [null, texts],
  ]
  for (const [given, schema] of unchanged)
    it(`leaves ${JSON.stringify(given)} unchanged for ${JSON.stringify(schema.type)}`, () =>
      assert.deepEqual(coerce(given, schema), given))
})
