/*
 * Converts days in a URL to timestamps in the reader's time zone.
 */
export function fromDay(day: string | undefined): string | undefined {
  return isDay(day) ? new Date(`${day}T00:00:00`).toISOString() : undefined
}

export function throughDay(day: string | undefined): string | undefined {
  return isDay(day) ? endOfDay(day) : undefined
}

/** Returns the end of a day in the local time zone, when a task of that day is due. */
export function endOfDay(day: string): string {
  return new Date(`${day}T23:59:59`).toISOString()
}

/** Returns the reader's time zone, in which days and weeks of charts start. */
export function ownTimezone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Validates the day, because a URL can contain anything. */
function isDay(day: string | undefined): day is string {
  return day !== undefined && /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(`${day}T00:00:00`))
}

/** Returns the values without undefined ones. */
export function omitUndefined<Values extends object>(values: Values): Defined<Values> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Defined<Values>
}

type Defined<Values> = { [Name in keyof Values]?: Exclude<Values[Name], undefined> }
