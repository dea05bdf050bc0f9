/** Whether it names a place. Intl also knows offsets (+01:00), which are none: they do not follow the seasons. */
export function isTimezone(name: string): boolean {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    return /^[A-Z]/.test(timeZone)
  } catch {
    return false
  }
}

/** What a clock in a time zone shows at a moment, as if that were UTC. */
export function clockIn(timezone: string): (moment: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  })
  return (moment) => {
    const shown: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
    for (const { type, value } of format.formatToParts(moment)) shown[type] = Number(value)
    const { year, month, day, hour, minute, second } = shown
    return Date.UTC(year!, month! - 1, day, hour, minute, second)
  }
}
