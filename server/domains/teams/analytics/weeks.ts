import { clockIn } from '../../../platform/time-zones.ts'

/** A week in a time zone, from Monday to Sunday. `end` is exclusive. */
export interface Week {
  /** Date of the Monday. */
  week: string
  start: number
  end: number
}

/** Returns `count` weeks that end with the current one. */
export function weeksUpTo(now: number, count: number, timezone: string): Week[] {
  const clock = clockIn(timezone)
  const thisMonday = mondayOf(clock(now))
  const mondays = Array.from({ length: count + 1 }, (_, index) => thisMonday + (index + 1 - count) * 7 * day)
  const starts = mondays.map((monday) => startOfDay(monday, clock))
  return mondays.slice(0, count).map((monday, index) => ({
    week: new Date(monday).toISOString().slice(0, 10),
    start: starts[index]!,
    end: starts[index + 1]!,
  }))
}

/** A day in a time zone. `end` is exclusive. */
export interface Day {
  date: string
  start: number
  end: number
}

/** Returns the days from the start of the first week to today. */
export function daysUpTo(now: number, weeks: Week[], timezone: string): Day[] {
  const clock = clockIn(timezone)
  const first = Date.parse(weeks[0]!.week)
  const today = Math.floor(clock(now) / day) * day
  const dates = Array.from({ length: (today - first) / day + 2 }, (_, index) => first + index * day)
  const starts = dates.map((date) => startOfDay(date, clock))
  return dates.slice(0, -1).map((date, index) => ({
    date: new Date(date).toISOString().slice(0, 10),
    start: starts[index]!,
    end: starts[index + 1]!,
  }))
}

const day = 24 * 3_600_000

/** Returns the Monday of the week. A day is represented by its midnight in UTC. */
function mondayOf(shown: number): number {
  const today = Math.floor(shown / day) * day
  const daysSinceMonday = (new Date(today).getUTCDay() + 6) % 7
  return today - daysSinceMonday * day
}

/**
 * Returns the first moment of a day. If the clocks change that day, midnight follows the offset of the day before or of
 * the day after. If the change skips midnight, the day starts later.
 */
function startOfDay(date: number, clock: (moment: number) => number): number {
  const offsets = [date - day, date + day].map((moment) => clock(moment) - moment)
  const candidates = offsets.map((offset) => date - offset).toSorted((a, b) => a - b)
  return candidates.find((moment) => clock(moment) >= date)!
}
