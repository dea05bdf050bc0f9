import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type FlatSchema, checkFlat, checkFlatAndPatterns } from './flat-schema.ts'

const schema: FlatSchema = {
  type: 'object',
  properties: {
    branch: { type: 'string', pattern: '[a-z]+', minLength: 2, maxLength: 5 },
    times: { type: 'integer', minimum: 1, maximum: 3 },
    ratio: { type: 'number' },
    target: { type: 'string', enum: ['staging', 'production'] },
    dryRun: { type: 'boolean' },
    arguments: { type: 'object' },
  },
  required: ['branch'],
  additionalProperties: false,
}

describe('the input of an action', () => {
  it('accepts every declared type', () => {
    const input = {
      branch: 'main',
      times: 3,
      ratio: 0.5,
      target: 'staging',
      dryRun: true,
      arguments: { a: [1] },
    }
    assert.deepEqual(checkFlat(schema, input), [])
    assert.deepEqual(checkFlat(schema, { branch: 'main' }), [])
  })

  it('names each field with its problem', () => {
    const problem = (input: unknown) =>
      checkFlatAndPatterns(schema, input).map(({ field, problem: sentence }) => `${field} ${sentence}`)
    assert.deepEqual(problem(null), ['input must be an object'])
    assert.deepEqual(problem([]), ['input must be an object'])
    assert.deepEqual(problem({ color: 1 }), ['color is not a field of this action', 'branch is required'])
    assert.deepEqual(problem(JSON.parse('{"branch":"main","__proto__":{}}')), [
      '__proto__ is not a field of this action',
    ])
    assert.deepEqual(problem({ branch: 'x' }), ['branch must have at least 2 characters'])
    assert.deepEqual(problem({ branch: 'abcdef' }), ['branch must have at most 5 characters'])
    assert.deepEqual(problem({ branch: 'ab\0' }), ['branch must not contain a null character'])
    assert.deepEqual(problem({ branch: 'ab\ncd' }), ['branch must match [a-z]+'])
    assert.deepEqual(
      problem({ branch: 1, times: 1.5, ratio: NaN, target: 'moon', dryRun: 'yes', arguments: [] }),
      [
        'branch must be a text',
        'times must be an integer',
        'ratio must be a number',
        'target must be one of staging, production',
        'dryRun must be true or false',
        'arguments must be an object',
      ],
    )
    assert.deepEqual(problem({ branch: 'main', times: 0 }), ['times must be at least 1'])
    assert.deepEqual(problem({ branch: 'main', times: 4 }), ['times must be at most 3'])
  })

  it('never runs the pattern of a machine in the service, where it could take hours', () => {
    const slow: FlatSchema = { ...schema, properties: { branch: { type: 'string', pattern: '(a+)+b' } } }
    assert.deepEqual(checkFlat(slow, { branch: 'a'.repeat(1000) }), [])
  })
})
