import { databaseNow } from '../../database/clock.ts'
import { sql } from '../../database/sql.ts'
import type { App } from '../../operations/context.ts'
import { clockIn, isTimezone } from '../../platform/time-zones.ts'
import { type Chosen, digestOf } from './choices.ts'
import { emailPending } from './send-emails.ts'

/** Local hour of the recipient at which digests are sent, every day or on Mondays. */
const hour = 8

interface DigestRecipient {
  id: string
  timezone: string
  choices: Chosen
}

/**
 * Sends the digests that are due. A digest contains only notifications from before its due time, so each user gets at
 * most one per day or week, even after a downtime. A failure does not stop the other digests.
 */
export async function sendDigests(app: App, now = databaseNow()): Promise<void> {
  const people = await app.database.run<DigestRecipient>(
    sql`select u.id, u.timezone, u.notification_choices as choices from users u
      where u.id in (select user_id from notifications where mail = 'digest') order by u.id`,
  )
  let queued = false
  for (const { id: userId, timezone, choices } of people) {
    const before = new Date(lastDigestTime(timezone, digestOf(choices), now)).toISOString()
    const send = app.database.transaction((db) => emailPending(app, db, { userId, mail: 'digest', before }))
    queued =
      (await send.catch((error: Error) => {
        app.log.error({ user: userId, reason: error.message }, 'sending a digest failed')
        return false
      })) || queued
  }
  if (queued) app.jobs.wake('mail')
}

const hours = 3_600_000
const days = 24 * hours

/** Returns the latest due time, which may be `now`. An unknown time zone counts as UTC. */
export function lastDigestTime(timezone: string, digest: 'daily' | 'weekly', now: number): number {
  const clock = clockIn(isTimezone(timezone) ? timezone : 'UTC')(now)
  const today = Math.floor(clock / days) * days + hour * hours
  const last = today <= clock ? today : today - days
  // Days since Monday: 1 January 1970 was a Thursday.
  const sinceMonday = digest === 'weekly' ? (Math.floor(last / days) + 3) % 7 : 0
  return now - (clock - (last - sinceMonday * days))
}
