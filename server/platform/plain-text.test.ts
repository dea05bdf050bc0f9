import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { plainText } from './plain-text.ts'

describe('Markdown as plain text', () => {
  it('removes the syntax of blocks, links and emphasis', () => {
    const markdown = [
      '# A **bold** plan',
      '> - [x] pour _slowly_, ~~fast~~',
      '```ts',
      'pour(1)',
      '```',
      '| cup | size |',
      '|---|---|',
      '* * *',
      '2) see [[Tea|the note]], [docs](https://example.com "Docs") and ![a pot](pot.png)',
      '👍',
    ]
    assert.equal(
      plainText(markdown.join('\n')),
      'A bold plan pour slowly, fast pour(1) cup, size see the note, docs and a pot 👍',
    )
  })

  it('keeps the same characters in words, in code and between spaces', () => {
    assert.equal(plainText('2 * 3 is `__six__` in my_own_math'), '2 * 3 is __six__ in my_own_math')
  })

  it('parses hostile text in linear time', () => {
    // With quadratic time, this test would not finish.
    for (const piece of ['[', '![](', '*a ', '_', '> ', '`', '| ', ' '])
      assert.equal(typeof plainText(`${piece.repeat(100_000)}x`), 'string')
  })
})
