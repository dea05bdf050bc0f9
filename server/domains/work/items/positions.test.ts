import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { between, positionOf } from './positions.ts'

const digit = fc.constantFrom(...'0123456789ABCXYZabcxyz'.split(''))
const lastDigit = fc.constantFrom(...'123456789ABCXYZabcxyz'.split(''))
/** Any valid position: it never ends in 0. */
const position = fc
  .tuple(fc.array(digit, { maxLength: 12 }), lastDigit)
  .map(([digits, last]) => [...digits, last].join(''))

describe('positions', () => {
  it('returns a position between two others that never ends in 0', () => {
    fc.assert(
      fc.property(position, position, (one, other) => {
        fc.pre(one !== other)
        const [low, high] = one < other ? [one, other] : [other, one]
        const middle = between(low, high)
        assert.ok(low < middle && middle < high, `${low} < ${middle} < ${high}`)
        assert.ok(!middle.endsWith('0'), middle)
      }),
      { numRuns: 5000 },
    )
  })

  it('keeps positions distinct and in order after random moves', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 50, maxLength: 300 }), (places) => {
        const order = [positionOf(1), positionOf(2)]
        for (const place of places) {
          const at = 1 + (place % (order.length - 1))
          order.splice(at, 0, between(order[at - 1]!, order[at]!))
        }
        assert.deepEqual(order, order.toSorted(), 'by bytes, as the database sorts them')
        assert.equal(new Set(order).size, order.length)
      }),
      { numRuns: 100 },
    )
  })

  it('keeps positions short after thousands of moves to the same spot', () => {
    for (const side of ['before', 'after'] as const) {
      let [low, high] = [positionOf(1), positionOf(2)]
      for (let times = 0; times < 5000; times++) {
        const middle = between(low, high)
        if (side === 'before') high = middle
        else low = middle
      }
      // Each base-62 digit allows about six halvings.
      assert.ok(Math.max(low.length, high.length) <= 10 + 5000 / 5, `${low.length} and ${high.length}`)
    }
  })

  it('orders positions by the counter of the project', () => {
    const counters = [0, 1, 499_999_999, 500_000_000, 500_000_001, 999_999_999]
    const positions = counters.map(positionOf)
    assert.deepEqual(positions, positions.toSorted())
    for (const one of positions.slice(1)) assert.ok(between(positions[0]!, one) > positions[0]!)
  })
})
