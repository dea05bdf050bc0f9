/** The day on which a week begins. Of a date without a time, the day is the same everywhere. */
export function weekLabel(date: string): string {
  return new Date(date).toLocaleDateString(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })
}
