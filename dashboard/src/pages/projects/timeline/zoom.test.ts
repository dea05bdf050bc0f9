import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { periodStarts, positionOf, visibleSpan } from './zoom.ts'

const at = (...date: [number, number, number]) => new Date(...date).getTime()
const shown = (time: number | Date) => {
  const date = new Date(time)
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`
}

describe('the positions on a timeline', () => {
  // A Tuesday.
  const now = at(2026, 10, 17)
  const bars = [{ from: at(2026, 9, 1), to: at(2026, 11, 3) }]

  it('spans whole periods around all bars and today', () => {
    const spanOf = (zoom: 'weeks' | 'months' | 'quarters') => {
      const { from, to } = visibleSpan(bars, now, zoom)
      return [shown(from), shown(to)]
    }
    assert.deepEqual(spanOf('weeks'), ['2026-9-21', '2026-12-14'])
    assert.deepEqual(spanOf('months'), ['2026-9-1', '2027-2-1'])
    assert.deepEqual(spanOf('quarters'), ['2026-7-1', '2027-4-1'])
    assert.deepEqual(shown(visibleSpan([], now, 'months').from), '2026-10-1')
  })

  it('cuts off dates more than two years away', () => {
    const far = [{ from: at(1999, 0, 1), to: at(2099, 0, 1) }]
    const { from, to } = visibleSpan(far, now, 'quarters')
    assert.deepEqual([shown(from), shown(to)], ['2024-7-1', '2029-4-1'])
    assert.equal(positionOf(at(1999, 0, 1), { from, to }, 'quarters'), 0)
  })

  it('starts every period on its first day', () => {
    const starts = (zoom: 'weeks' | 'months' | 'quarters') =>
      periodStarts(visibleSpan(bars, now, zoom), zoom).map(shown)
    assert.deepEqual(starts('weeks').slice(0, 2), ['2026-9-21', '2026-9-28'])
    assert.deepEqual(starts('months'), ['2026-9-1', '2026-10-1', '2026-11-1', '2026-12-1', '2027-1-1'])
    assert.deepEqual(starts('quarters'), ['2026-7-1', '2026-10-1', '2027-1-1'])
  })
})
