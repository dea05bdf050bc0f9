import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { difference } from './difference.ts'

describe('difference', () => {
  it('returns changes with three lines of context, and counts them', () => {
    const before = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`)
    const after = before.with(9, 'line ten').toSpliced(24, 1)
    const { hunks, ...counts } = difference(before.join('\n'), after.join('\n'))
    assert.deepEqual(counts, { added: 1, removed: 2, exact: true, leftOut: 0 })
    assert.equal(hunks.length, 2)
    assert.deepEqual([hunks[0]!.oldStart, hunks[0]!.newStart], [7, 7])
    assert.deepEqual(
      hunks[0]!.lines.map(({ kind, text }) => `${{ same: ' ', added: '+', removed: '-' }[kind]}${text}`),
      [' line 7', ' line 8', ' line 9', '-line 10', '+line ten', ' line 11', ' line 12', ' line 13'],
    )
    assert.deepEqual([hunks[1]!.oldStart, hunks[1]!.newStart], [22, 22])
    assert.equal(hunks[1]!.lines.length, 7)
  })

  it('returns no hunks for equal texts, and all lines for a new text', () => {
    assert.deepEqual(difference('a\nb\n', 'a\nb\n').hunks, [])
    const { hunks, added, removed } = difference('', 'a\nb\n')
    assert.deepEqual([hunks.length, added, removed], [1, 2, 0])
    assert.deepEqual([hunks[0]!.oldStart, hunks[0]!.newStart], [1, 1])
    assert.equal(difference('a', 'a\n').added, 1, 'a final line break counts as a difference')
  })

  it('produces hunks that turn the older text into the newer one', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', '', 'd '), { maxLength: 40 })
    fc.assert(
      fc.property(text, text, (older, newer) => {
        const { hunks } = difference(`${older.join('\n')}.`, `${newer.join('\n')}.`)
        const lines = `${older.join('\n')}.`.split('\n')
        for (const hunk of hunks.toReversed()) {
          const removed = hunk.lines.filter(({ kind }) => kind !== 'added').map((line) => line.text)
          const added = hunk.lines.filter(({ kind }) => kind !== 'removed').map((line) => line.text)
          assert.deepEqual(lines.splice(hunk.oldStart - 1, removed.length, ...added), removed)
        }
        assert.equal(lines.join('\n'), `${newer.join('\n')}.`)
      }),
    )
  })

  it('limits the difference of very long texts, and reports it', () => {
    const text = (word: string) => Array.from({ length: 9000 }, (_, index) => `${word} ${index}\n`).join('')
    const found = difference(`Same\n${text('before')}End\n`, `Same\n${text('after')}End\n`)
    assert.equal(found.exact, false)
    assert.deepEqual([found.added, found.removed], [9000, 9000])
    assert.equal(found.hunks.length, 1)
    assert.equal(found.hunks[0]!.lines.length, 4000)
    assert.equal(found.leftOut, 18_000 + 2 - 4000)
  })
})
