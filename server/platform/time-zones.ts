/**
 * Returns whether a name is an IANA time zone. Rejects offsets (+01:00), which Intl accepts, for lack of daylight
 * saving.
 */
export function isTimezone(name: string): boolean {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    return /^[A-Z]/.test(timeZone)
  } catch {
    return false
  }
}

/** Returns a function that converts a timestamp to the local clock time, encoded as if it were UTC. */
export function clockIn(timezone: string): (moment: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return (moment) => {
    const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
    for (const { type, value } of format.formatToParts(moment)) parts[type] = Number(value)
    const { year, month, day, hour, minute, second } = parts
    return Date.UTC(year!, month! - 1, day, hour, minute, second)
  }
}
