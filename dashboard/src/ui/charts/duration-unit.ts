import { texts } from '../texts.ts'

export interface DurationUnit {
  name: string
  hours: number
}

/** Returns the unit that keeps the numbers readable: people work for days on a task, agents often for minutes. */
export function durationUnit(hours: readonly number[]): DurationUnit {
  const { units } = texts.chart
  const longest = Math.max(0, ...hours)
  if (longest > 48) return { name: units.days, hours: 24 }
  return longest > 2 ? { name: units.hours, hours: 1 } : { name: units.minutes, hours: 1 / 60 }
}
