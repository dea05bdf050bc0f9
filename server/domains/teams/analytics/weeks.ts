import { clockIn } from '../../../platform/time-zones.ts'

/** A week of a time zone, from Monday to Sunday. What happens at the moment of its end belongs to the next one. */
export interface Week {
  /** The date of its Monday. */
  week: string
  start: number
  end: number
}

/** So many weeks, the last of them the one that it is now. */
export function weeksUpTo(now: number, count: number, timezone: string): Week[] {
  const clock = clockIn(timezone)
  const thisMonday = mondayOf(clock(now))
  const mondays = Array.from({ length: count + 1 }, (_, index) => thisMonday + (index + 1 - count) * 7 * day)
  const starts = mondays.map((monday) => beginningOf(monday, clock))
  return mondays.slice(0, count).map((monday, index) => ({
    week: new Date(monday).toISOString().slice(0, 10),
    start: starts[index]!,
    end: starts[index + 1]!,
  }))
}

const day = 24 * 3_600_000

/** Days are written as the midnight that they would begin with in UTC. */
function mondayOf(shown: number): number {
  const today = Math.floor(shown / day) * day
  const daysSinceMonday = (new Date(today).getUTCDay() + 6) % 7
  return today - daysSinceMonday * day
}

/**
 * The first moment of a day. Where clocks are changed that day, the zone has one offset the day before and another the day
 * after, and midnight is by one of them. Where they skip midnight itself, the day begins later than that.
 */
function beginningOf(date: number, clock: (moment: number) => number): number {
  const offsets = [date - day, date + day].map((moment) => clock(moment) - moment)
  const candidates = offsets.map((offset) => date - offset).toSorted((a, b) => a - b)
  return candidates.find((moment) => clock(moment) >= date)!
}
