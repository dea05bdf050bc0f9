import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { findJsonError } from './json-error.ts'
import { parseJson } from './parse-json.ts'

describe('findJsonError', () => {
  it('returns the line and column of the first invalid character', () => {
    const cases: [text: string, line: number, column: number][] = [
      ['nope', 1, 1],
      ['{"a":1,}', 1, 8],
      ['{"a" 1}', 1, 6],
      ['{"a":tru}', 1, 6],
      ['[1,2', 1, 5],
      ['[1] x', 1, 5],
      ['{\n  "a": "b"\n  "c": 1\n}', 3, 3],
      ['["a\nb"]', 1, 4],
      ['["\\q"]', 1, 3],
      ['[01]', 1, 3],
      [' \r\n\t', 2, 2],
    ]
    for (const [text, line, column] of cases) assert.deepEqual(findJsonError(text), { line, column }, text)
  })

  it('returns the end of every text that JSON.parse accepts', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        assert.deepEqual(findJsonError(text), { line: 1, column: text.length + 1 })
      }),
    )
  })

  it('puts the position into the error without quoting the body', () => {
    assert.throws(() => parseJson('{"password":\n"secret" secret}'), {
      code: 'invalid_json',
      message: 'The request body is not valid JSON. See line 2, column 10.',
      members: { line: 2, column: 10 },
    })
  })

  it('finds an error after a string of 1 MiB', () => {
    const text = `["${'a'.repeat(1024 * 1024)}" 1]`
    assert.deepEqual(findJsonError(text), { line: 1, column: 1024 * 1024 + 5 })
  })
})
