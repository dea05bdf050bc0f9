import { databaseNow } from '../../database/clock.ts'
import type { App } from '../../operations/context.ts'
import { clockIn, isTimezone } from '../../platform/time-zones.ts'
import { type Chosen, digestOf } from './choices.ts'
import { mailWaiting } from './send-emails.ts'

/** The hour at which digests come, on the clock of whoever gets them: every day, or on Mondays. */
const hour = 8

interface Waiting {
  id: string
  timezone: string
  choices: Chosen
}

/**
 * Mails the digests whose time has come. What waited when it came is in them, and nothing else: so there is one for each
 * day or week, and where it comes too late, because no server ran, still one. One that fails stops no other.
 */
export async function sendDigests(app: App, now = databaseNow()): Promise<void> {
  const people = await app.database.run<Waiting>(
    `select u.id, u.timezone, u.notification_choices as choices from users u
      where u.id in (select user_id from notifications where mail = 'digest') order by u.id`,
  )
  let queued = false
  for (const { id: userId, timezone, choices } of people) {
    const before = new Date(lastDigestTime(timezone, digestOf(choices), now)).toISOString()
    const send = app.database.transaction((db) => mailWaiting(app, db, { userId, mail: 'digest', before }))
    queued =
      (await send.catch((error: Error) => {
        app.log.error({ user: userId, reason: error.message }, 'a digest could not be sent')
        return false
      })) || queued
  }
  if (queued) app.jobs.wake('mail')
}

const hours = 3_600_000
const days = 24 * hours

/** The last moment at which a digest was due: it may be now. Without a time zone the clock is that of UTC. */
export function lastDigestTime(timezone: string, digest: 'daily' | 'weekly', now: number): number {
  const clock = clockIn(isTimezone(timezone) ? timezone : 'UTC')(now)
  const today = Math.floor(clock / days) * days + hour * hours
  const last = today <= clock ? today : today - days
  // Mondays: the first day of 1970 was a Thursday.
  const sinceMonday = digest === 'weekly' ? (Math.floor(last / days) + 3) % 7 : 0
  return now - (clock - (last - sinceMonday * days))
}
