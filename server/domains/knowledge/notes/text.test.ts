import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { excerptOf, linksIn, titleOf } from './text.ts'

describe('note text', () => {
  it('uses the first heading outside code as the title', () => {
    assert.equal(titleOf('Some words\n\n## The *plan* for [[May]] ##\n\n# Later'), 'The plan for May')
    assert.equal(titleOf('```sh\n# a comment\n```\n\n# Real'), 'Real')
    assert.equal(titleOf('#no heading\n\nwords'), '#no heading')
    assert.equal(titleOf('\n\n- [ ] Buy milk\n- more'), 'Buy milk')
    assert.equal(titleOf('  \n---\n'), 'Untitled')
    assert.equal(titleOf(`# ${'long '.repeat(100)}`).length, 299)
  })

  it('starts the excerpt after the title', () => {
    assert.equal(
      excerptOf('Plan', '# Plan\n\nFirst **words**, and [a link](https://example.com).'),
      'First words, and a link.',
    )
    assert.equal(excerptOf('Plan', 'Plan B\n\nmore'), 'Plan B more')
    assert.equal(excerptOf('x', 'word '.repeat(100)).at(-1), '…')
  })

  it('returns each link between brackets once', () => {
    const text =
      'See [[Release plan]], [[ WEB-42 ]] and [[release  plan]].\n[[D-3|why]] [[]] [[a\nb]] [not] [[[deep]]]'
    assert.deepEqual(linksIn(text), ['Release plan', 'WEB-42', 'D-3', 'deep'])
  })

  it('ignores links in code', () => {
    const text = [
      '```',
      '[[fenced]]',
      '```',
      '~~~ts',
      '[[too]]',
      '```',
      '~~~',
      '',
      '`[[span]]` and ``a ` [[b]]`` but [[yes]] and `open [[here]]',
      '',
      'a ` in [[another]] ` paragraph',
      '',
      '```',
      '[[never closed]]',
    ]
    assert.deepEqual(linksIn(text.join('\n')), ['yes', 'here'])
  })

  it('parses hostile text in linear time', () => {
    // With quadratic time, this test would not finish.
    for (const piece of ['```', '[[[[[', '`a``b```c````', '[[a|', '~~~\n', '# ', '> ']) {
      const text = piece.repeat(Math.floor(500_000 / piece.length))
      assert.deepEqual([linksIn(text), typeof titleOf(text)], [[], 'string'])
    }
  })
})
