import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { weeksUpTo } from './weeks.ts'

const hour = 3_600_000
const iso = (moment: number) => new Date(moment).toISOString()
const lengths = (now: string, timezone: string) =>
  weeksUpTo(Date.parse(now), 4, timezone).map(({ week, start, end }) => [week, (end - start) / hour])

describe('weeksUpTo', () => {
  it('starts weeks on Monday, also on a Sunday and at midnight on Monday', () => {
    const last = (now: string) => weeksUpTo(Date.parse(now), 2, 'UTC').at(-1)!.week
    assert.equal(last('2026-11-15T23:59:59.999Z'), '2026-11-09')
    assert.equal(last('2026-11-16T00:00:00.000Z'), '2026-11-16')
    assert.equal(last('2026-11-18T12:00:00.000Z'), '2026-11-16')
  })

  it('returns weeks without gaps across the new year', () => {
    const weeks = weeksUpTo(Date.parse('2027-01-05T10:00:00Z'), 3, 'UTC')
    assert.deepEqual(
      weeks.map(({ week }) => week),
      ['2026-12-21', '2026-12-28', '2027-01-04'],
    )
    assert.deepEqual(
      weeks.slice(1).map(({ start }) => start),
      weeks.slice(0, -1).map(({ end }) => end),
    )
  })

  it('starts weeks at midnight in the time zone', () => {
    const [week] = weeksUpTo(Date.parse('2026-11-18T12:00:00Z'), 1, 'Asia/Kolkata')
    assert.deepEqual(
      [week!.week, iso(week!.start), iso(week!.end)],
      ['2026-11-16', '2026-11-15T18:30:00.000Z', '2026-11-22T18:30:00.000Z'],
    )
  })

  it('returns the week of the local day where it is already Monday or still Sunday', () => {
    const monday = Date.parse('2026-11-16T05:00:00Z')
    assert.equal(weeksUpTo(monday, 1, 'Pacific/Honolulu')[0]!.week, '2026-11-09')
    const sunday = Date.parse('2026-11-15T12:00:00Z')
    assert.equal(weeksUpTo(sunday, 1, 'Pacific/Kiritimati')[0]!.week, '2026-11-16')
  })

  it('returns 167 hours when clocks go forward, and 169 when they go back', () => {
    // Berlin: Sunday, 29 March and 25 October 2026.
    assert.deepEqual(lengths('2026-04-08T12:00:00Z', 'Europe/Berlin'), [
      ['2026-03-16', 168],
      ['2026-03-23', 167],
      ['2026-03-30', 168],
      ['2026-04-06', 168],
    ])
    assert.deepEqual(lengths('2026-11-04T12:00:00Z', 'Europe/Berlin'), [
      ['2026-10-12', 168],
      ['2026-10-19', 169],
      ['2026-10-26', 168],
      ['2026-11-02', 168],
    ])
    // New York: Sunday, 8 March 2026.
    assert.deepEqual(lengths('2026-03-11T12:00:00Z', 'America/New_York').at(-2), ['2026-03-02', 167])
    // Lord Howe Island moves its clocks by half an hour: Sunday, 5 April 2026.
    assert.deepEqual(lengths('2026-04-08T12:00:00Z', 'Australia/Lord_Howe').at(-2), ['2026-03-30', 168.5])
  })

  it('starts with the first moment of a Monday that has no midnight', () => {
    // In Casablanca the clocks went from midnight to one o'clock on Monday, 1 June 2009, which made its week shorter.
    const [before, short] = weeksUpTo(Date.parse('2009-06-03T12:00:00Z'), 2, 'Africa/Casablanca')
    assert.deepEqual([iso(before!.end), iso(short!.start)], [iso(short!.start), '2009-06-01T00:00:00.000Z'])
    assert.equal((short!.end - short!.start) / hour, 167)
  })
})
