import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  bandCenters,
  barPath,
  nearestIndex,
  pathThrough,
  scale,
  segmentsOf,
  stackOf,
  ticksUpTo,
  visibleLabels,
} from './scales.ts'

describe('the coordinates of a chart', () => {
  it('maps a value from one range to another, also downwards', () => {
    const y = scale([0, 10], [100, 0])
    assert.deepEqual([0, 5, 10, 20].map(y), [100, 50, 0, -100])
    assert.equal(scale([3, 3], [7, 9])(3), 7, 'maps an empty range to its start')
  })

  it('returns round ticks from 0 to the first one above all values', () => {
    assert.deepEqual(ticksUpTo(3), [0, 1, 2, 3])
    assert.deepEqual(ticksUpTo(4), [0, 1, 2, 3, 4])
    assert.deepEqual(ticksUpTo(7), [0, 2, 4, 6, 8])
    assert.deepEqual(ticksUpTo(8), [0, 2, 4, 6, 8])
    assert.deepEqual(ticksUpTo(21), [0, 10, 20, 30])
    assert.deepEqual(ticksUpTo(1000), [0, 500, 1000])
    for (const max of [1, 2, 5, 9, 10, 13, 99, 100, 101, 4999, 1_000_000]) {
      const ticks = ticksUpTo(max)
      assert.ok(ticks.at(-1)! >= max && ticks.at(-2)! < max, String(max))
      assert.ok(ticks.length >= 2 && ticks.length <= 6, `${max}: ${ticks.length}`)
    }
  })

  it('returns an axis without values or with invalid ones', () => {
    for (const max of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 0.3])
      assert.deepEqual(ticksUpTo(max), [0, 1])
  })

  it('divides the width evenly between bands', () => {
    assert.deepEqual(bandCenters(2, [0, 100]), [25, 75])
    assert.deepEqual(bandCenters(0, [0, 100]), [])
  })

  it('returns the index nearest to the pointer', () => {
    assert.equal(nearestIndex([10, 20, 30], 16), 1)
    assert.equal(nearestIndex([10, 20, 30], -50), 0)
    assert.equal(nearestIndex([], 3), undefined)
  })

  it('keeps labels apart and always shows the newest one', () => {
    assert.deepEqual(visibleLabels(4, 400, 50), [0, 1, 2, 3])
    assert.deepEqual(visibleLabels(12, 200, 50), [2, 5, 8, 11])
    assert.deepEqual(visibleLabels(3, 10, 50), [2])
    assert.deepEqual(visibleLabels(0, 100, 50), [])
  })

  it('splits a line at missing values, and stacks the values of several series', () => {
    assert.deepEqual(segmentsOf([null, 1, 2, null, 3, null]), [[1, 2], [3]])
    assert.deepEqual(segmentsOf([]), [])
    assert.deepEqual(
      stackOf([
        [1, 2],
        [3, 0],
      ]),
      [
        [1, 2],
        [4, 2],
      ],
    )
  })

  it('draws lines and bars, but no bar for 0', () => {
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
