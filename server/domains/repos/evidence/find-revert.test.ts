import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { History } from './code-source.ts'
import { findRevert } from './find-revert.ts'

const id = (letter: string) => letter.repeat(40)
const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map(id) as [string, string, string, string, string]

function historyOf(...commits: [string, string, string[]?][]): History {
  return new Map(commits.map(([commit, message, parents = []]) => [commit, { message, parents }]))
}

describe('finding a revert', () => {
  it('ignores a revert that was reverted', () => {
    const first = historyOf([b, `Revert "A"\n\nThis reverts commit ${a}.`, [a]], [a, 'A'])
    assert.equal(findRevert(first, a), b)
    const second = historyOf([c, `Reapply "A"\n\nThis reverts commit ${b}.`, [b]], ...[...first].map(entry))
    assert.equal(findRevert(second, a), undefined)
    assert.equal(findRevert(second, b), c)
  })

  it('finds the revert of the merge that brought a commit', () => {
    const history = historyOf(
      [e, `Revert "Merge"\n\nThis reverts commit ${d}, reversing\nchanges made to ${b}.`, [d]],
      [d, 'Merge pull request #7 from acme/cart', [b, c]],
      [c, 'In the branch', [a]],
      [b, 'On main', [a]],
      [a, 'First'],
    )
    assert.deepEqual(
      [findRevert(history, c), findRevert(history, b), findRevert(history, a)],
      [e, undefined, undefined],
    )
  })

  it('finds the revert of a squashed pull request by its number, and ends in a cycle', () => {
    const squashed = historyOf(
      [b, 'Revert "Sell (#12)" (#13)\n\nReverts acme/shop#12', [a]],
      [a, 'Sell (#12)'],
    )
    assert.equal(findRevert(squashed, a), b)
    const cycle = historyOf([a, `This reverts commit ${b}.`], [b, `This reverts commit ${a}.`])
    assert.doesNotThrow(() => findRevert(cycle, a))
  })
})

function entry([commit, { message, parents }]: [string, { message: string; parents: string[] }]) {
  return [commit, message, parents] as [string, string, string[]]
}
