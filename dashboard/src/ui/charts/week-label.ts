/** Returns the first day of a week. Uses UTC, because a date without a time is the same everywhere. */
export function weekLabel(date: string): string {
  return new Date(date).toLocaleDateString(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })
}
