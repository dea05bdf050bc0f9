import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { excerptOf, linksIn, titleOf } from './text.ts'

describe('the text of a note', () => {
  it('has its first heading as its title, and no heading that is only code', () => {
    assert.equal(titleOf('Some words\n\n## The *plan* for [[May]] ##\n\n# Later'), 'The plan for May')
    assert.equal(titleOf('```sh\n# a comment\n```\n\n# Real'), 'Real')
    assert.equal(titleOf('#no heading\n\nwords'), '#no heading')
    assert.equal(titleOf('\n\n- [ ] Buy milk\n- more'), 'Buy milk')
    assert.equal(titleOf('  \n---\n'), 'Untitled')
    assert.equal(titleOf(`# ${'long '.repeat(100)}`).length, 299)
  })

  it('begins with what is not its title', () => {
    assert.equal(
      excerptOf('Plan', '# Plan\n\nFirst **words**, and [a link](https://example.com).'),
      'First words, and a link.',
    )
    assert.equal(excerptOf('Plan', 'Plan B\n\nmore'), 'Plan B more')
    assert.equal(excerptOf('x', 'word '.repeat(100)).at(-1), '…')
  })

  it('links to what stands between brackets, once each', () => {
    const text =
      'See [[Release plan]], [[ WEB-42 ]] and [[release  plan]].\n[[D-3|why]] [[]] [[a\nb]] [not] [[[deep]]]'
    assert.deepEqual(linksIn(text), ['Release plan', 'WEB-42', 'D-3', 'deep'])
  })

  it('links to nothing from code', () => {
    const text = [
      ...['```', '[[fenced]]', '```', '~~~ts', '[[too]]', '```', '~~~', ''],
      ...[
        '`[[span]]` and ``a ` [[b]]`` but [[yes]] and `open [[here]]',
        '',
        'a ` in [[another]] ` paragraph',
        '',
      ],
      ...['```', '[[never closed]]'],
    ]
    assert.deepEqual(linksIn(text.join('\n')), ['yes', 'here'])
  })

  it('is read to its end, whatever it holds', () => {
    // Where the time grew with the square of the length, this would not end.
    for (const piece of ['```', '[[[[[', '`a``b```c````', '[[a|', '~~~\n', '# ', '> ']) {
      const text = piece.repeat(Math.floor(500_000 / piece.length))
      assert.deepEqual([linksIn(text), typeof titleOf(text)], [[], 'string'])
    }
  })
})
