import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { mergeDiff3 } from 'node-diff3'
import { mergeText } from './merge-text.ts'

const textOf = (lines: string[]) => lines.join('\n')

describe('merging two versions of a text', () => {
  it('keeps changes of different lines, and rejects changes of the same line', () => {
    const merged = mergeText('one\n\ntwo\n\nthree', 'one!\n\ntwo\n\nthree', 'one\n\ntwo\n\nthree!')
    assert.equal(merged, 'one!\n\ntwo\n\nthree!')
    assert.equal(mergeText('one\ntwo', 'one!\ntwo', 'one?\ntwo'), undefined)
  })

  it('returns the same as a comparison of the whole texts, which takes much longer', () => {
    const line = fc.oneof(fc.constant(''), fc.constant('- [ ]'), fc.nat(40).map(String))
    const edits = fc.array(fc.tuple(fc.nat(30), fc.constantFrom('insert', 'delete', 'change'), fc.nat(9)), {
      maxLength: 3,
    })
    const changed = (lines: string[], steps: [number, string, number][]) => {
      const result = [...lines]
      for (const [at, step, text] of steps)
        result.splice(
          Math.min(at, result.length),
          step === 'insert' ? 0 : 1,
          ...(step === 'delete' ? [] : [`new ${text}`]),
        )
      return result
    }
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), edits, edits, (base, one, other) => {
        const texts = [base, changed(base, one), changed(base, other)].map(textOf) as [string, string, string]
        const [known, current, pushed] = texts.map((text) => text.split('\n')) as [
          string[],
          string[],
          string[],
        ]
        const { conflict, result } = mergeDiff3(current, known, pushed, { excludeFalseConflicts: true })
        assert.equal(mergeText(...texts), conflict ? undefined : textOf(result))
      }),
      { numRuns: 1000, seed: 1 },
    )
  })

  it('merges a long document with many blank lines', () => {
    const base = Array.from({ length: 6000 }, (_, index) => (index % 2 === 0 ? `Paragraph ${index}.` : ''))
    const current = base.with(10, 'Changed here.')
    const pushed = base.with(5000, 'Changed there.')
    const merged = mergeText(textOf(base), textOf(current), textOf(pushed))
    assert.equal(merged, textOf(current.with(5000, 'Changed there.')))
  })

  it('gives up on thousands of equal lines, which would block the server for minutes', () => {
    const base = Array.from({ length: 5000 }, () => 'same')
    assert.equal(mergeText(textOf(base), textOf(['one', ...base]), textOf([...base, 'other'])), undefined)
  })
})
