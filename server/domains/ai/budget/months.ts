import { sql } from '../../../database/sql.ts'

/** The current month of the database, as its first day. Months are in UTC, so that they start for all users at once. */
export const thisMonth = sql`date_trunc('month', now() at time zone 'utc')::date`

/** Returns the start of the month after `month`, which is the first day of a month: 2026-11-01. */
export function endOfMonth(month: string): string {
  const end = new Date(`${month}T00:00:00Z`)
  end.setUTCMonth(end.getUTCMonth() + 1)
  return end.toISOString()
}
