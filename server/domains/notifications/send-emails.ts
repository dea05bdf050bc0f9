import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import { appLink } from '../../email/app-link.ts'
import { instanceName } from '../../email/wording.ts'
import { withoutLinks } from '../../email/invitations.ts'
import type { Content } from '../../email/email.ts'
import { type EmailedNotification, digest, immediateEmail } from '../../email/notifications.ts'
import type { App } from '../../operations/context.ts'
import { checkHeaders } from '../../platform/email.ts'
import {
  type NotificationWithNames,
  fromNotifications,
  notificationWithNames,
  isStillVisible,
} from './notification.ts'
import { unsubscribeToken } from './unsubscribe-token.ts'
import { linkOf, titleOf } from './wording.ts'
import { databaseNow } from '../../database/clock.ts'
import { clockIn, isTimezone } from '../../platform/time-zones.ts'
import { type Chosen, digestOf } from './choices.ts'

/** Queue of users who have notifications to be emailed immediately. */
export const notificationEmailQueue = 'notification-mail'

export interface NotificationEmail {
  user: string
}

/** Delay in seconds that batches notifications into one email, and skips those read in time. */
export const mailDelay = 120

/** Sends one email with all unread notifications of a user that are due immediately. */
export async function sendImmediateEmail(app: App, { user }: NotificationEmail): Promise<void> {
  const queued = await app.database.transaction((db) =>
    emailPending(app, db, { userId: user, mail: 'at_once', before: null }),
  )
  if (queued) app.jobs.wake('mail')
}

interface PendingEmail {
  userId: string
  mail: 'at_once' | 'digest'
  /** Only notifications that were queued before this time. */
  before: string | null
}

const maxListed = 20

/**
 * Dequeues pending notifications and queues their email in one transaction, so that each is emailed once. Leaves out
 * notifications that were read or are no longer visible.
 */
async function emailPending(app: App, db: Queries, { userId, mail, before }: PendingEmail): Promise<boolean> {
  // Locks the user, so that a concurrent call waits and then finds nothing pending.
  const [person] = await db.run<{ email: string; reachable: boolean }>(
    sql`select email, email_verified_at is not null and suspended_at is null and erased_at is null as reachable
       from users where id = ${userId} for no key update`,
  )
  if (!person) return false
  const isDue = before === null ? sql.empty : sql` and n.mail_since < ${before}`
  const pending = await db.run<NotificationWithNames & { seen: boolean }>(
    sql`select ${notificationWithNames}, ${isStillVisible} as seen from ${fromNotifications}
      where n.user_id = ${userId} and n.mail = ${mail}${isDue}
      order by n.at desc, n.id desc for update of n`,
  )
  if (pending.length === 0) return false
  const ids = pending.map(({ id }) => id)
  await db.run(sql`update notifications set mail = null, mail_since = null where id = any(${ids})`)
  await db.run(sql`delete from notifications where id = any(${ids}) and not in_app`)
  const unread = pending.filter(({ seen, read_at }) => seen && read_at === null)
  if (unread.length === 0 || !person.reachable) return false
  const content = await buildContent(app, db, unread, userId, mail)
  checkHeaders({ to: person.email, subject: content.subject })
  await app.jobs.enqueue('mail', { to: person.email, ...content }, db)
  return true
}

async function buildContent(
  { config, secrets }: App,
  db: Queries,
  unread: NotificationWithNames[],
  user: string,
  mail: PendingEmail['mail'],
): Promise<Content> {
  const token = unsubscribeToken(secrets, { user, kinds: unread.map(({ kind }) => kind) })
  const email = {
    instance: await instanceName(db),
    things: unread.slice(0, maxListed).map((row): EmailedNotification => {
      const title = titleOf(row)
      return {
        // Strangers control the text of an invitation.
        title: row.kind === 'invited' ? withoutLinks(title) : title,
        said: row.body,
        isAnnouncement: row.kind === 'announcement',
        link: appLink(config, linkOf(row)),
      }
    }),
    more: Math.max(0, unread.length - maxListed),
    list: appLink(config, '/notifications'),
    settings: appLink(config, '/settings/notifications'),
    unsubscribe: appLink(config, `/api/notifications/unsubscribe/${token}`),
  }
  return mail === 'digest' ? digest(email) : immediateEmail(email)
}

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
