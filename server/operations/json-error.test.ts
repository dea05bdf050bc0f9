import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { findJsonError } from './json-error.ts'
import { parseJson } from './parse-json.ts'

describe('the position in an invalid JSON body', () => {
  it('is the first character that does not fit, by line and column', () => {
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

  it('is the end of every text that JSON.parse accepts', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        assert.deepEqual(findJsonError(text), { line: 1, column: text.length + 1 })
      }),
    )
  })

  it('is in the refusal, which quotes nothing of the body', () => {
    assert.throws(() => parseJson('{"password":\n"secret" secret}'), {
      code: 'invalid_json',
      message: 'The request body is not valid JSON: see line 2, column 10.',
      members: { line: 2, column: 10 },
    })
  })

  it('is found in a string of 1 MiB', () => {
    const text = `["${'a'.repeat(1024 * 1024)}" 1]`
    assert.deepEqual(findJsonError(text), { line: 1, column: 1024 * 1024 + 5 })
  })
})
