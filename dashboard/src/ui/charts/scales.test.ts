import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { barPath, labelled, middles, nearest, pathThrough, scale, ticksUpTo } from './scales.ts'

describe('where things lie in a chart', () => {
  it('a value is carried from one range into another, downwards too', () => {
    const y = scale([0, 10], [100, 0])
    assert.deepEqual([0, 5, 10, 20].map(y), [100, 50, 0, -100])
    assert.equal(scale([3, 3], [7, 9])(3), 7, 'a range without extent is a place')
  })

  it('ticks are round, begin at 0 and end where nothing is above', () => {
    assert.deepEqual(ticksUpTo(3), [0, 1, 2, 3])
    assert.deepEqual(ticksUpTo(4), [0, 1, 2, 3, 4])
    assert.deepEqual(ticksUpTo(7), [0, 2, 4, 6, 8])
    assert.deepEqual(ticksUpTo(8), [0, 2, 4, 6, 8])
    assert.deepEqual(ticksUpTo(21), [0, 10, 20, 30])
    assert.deepEqual(ticksUpTo(1000), [0, 500, 1000])
    for (const most of [1, 2, 5, 9, 10, 13, 99, 100, 101, 4999, 1_000_000]) {
      const ticks = ticksUpTo(most)
      assert.ok(ticks.at(-1)! >= most && ticks.at(-2)! < most, String(most))
      assert.ok(ticks.length >= 2 && ticks.length <= 6, `${most}: ${ticks.length}`)
    }
  })

  it('where there is nothing, or no number, there is still an axis', () => {
    for (const most of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 0.3])
      assert.deepEqual(ticksUpTo(most), [0, 1])
  })

  it('bands share the room evenly', () => {
    assert.deepEqual(middles(2, [0, 100]), [25, 75])
    assert.deepEqual(middles(0, [0, 100]), [])
  })

  it('the nearest place is the one that is pointed at', () => {
    assert.equal(nearest([10, 20, 30], 16), 1)
    assert.equal(nearest([10, 20, 30], -50), 0)
    assert.equal(nearest([], 3), undefined)
  })

  it('labels keep apart, and the newest has one', () => {
    assert.deepEqual(labelled(4, 400, 50), [0, 1, 2, 3])
    assert.deepEqual(labelled(12, 200, 50), [2, 5, 8, 11])
    assert.deepEqual(labelled(3, 10, 50), [2])
    assert.deepEqual(labelled(0, 100, 50), [])
  })

  it('lines and bars are drawn; a bar of nothing is not', () => {
    assert.equal(
      pathThrough([
        [0, 1],
        [2.005, 3],
      ]),
      'M0 1L2.01 3',
    )
    assert.equal(barPath(10, 8, 20, 20), '')
    assert.match(barPath(10, 8, 0, 20), /^M6 20V3Q6 0 9 0H11Q14 0 14 3V20Z$/)
  })
})
