import { endOfDay } from './pages/tasks/due-day.tsx'

/*
 * Days that an address names, as the times between which something happened, where the reader is.
 */
export function fromDay(day: string | undefined): string | undefined {
  return isDay(day) ? new Date(`${day}T00:00:00`).toISOString() : undefined
}

export function throughDay(day: string | undefined): string | undefined {
  return isDay(day) ? endOfDay(day) : undefined
}

/** Anybody can write an address. */
function isDay(day: string | undefined): day is string {
  return day !== undefined && /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(`${day}T00:00:00`))
}

/** Without what is undefined: what is not said is not asked for. */
export function omitUndefined<Values extends object>(values: Values): Said<Values> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Said<Values>
}

type Said<Values> = { [Name in keyof Values]?: Exclude<Values[Name], undefined> }
