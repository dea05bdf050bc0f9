import type { Queries } from '../../database/connect.ts'
import { appLink } from '../../email/app-link.ts'
import { instanceName } from '../../email/instance-name.ts'
import { withoutLinks } from '../../email/invitations.ts'
import type { Content } from '../../email/email.ts'
import { type EmailedNotification, digest, immediateEmail } from '../../email/notifications.ts'
import type { App } from '../../operations/context.ts'
import { checkHeaders } from '../../platform/email.ts'
import type { NotificationEmail } from './email-queue.ts'
import {
  type NotificationWithNames,
  fromNotifications,
  notificationWithNames,
  isStillVisible,
} from './notification.ts'
import { unsubscribeToken } from './unsubscribe-token.ts'
import { linkOf, titleOf } from './wording.ts'

/** Mails somebody what they have not read and were to be told at once: all of it in one mail. */
export async function sendImmediateEmail(app: App, { user }: NotificationEmail): Promise<void> {
  const queued = await app.database.transaction((db) =>
    mailWaiting(app, db, { userId: user, mail: 'at_once', before: null }),
  )
  if (queued) app.jobs.wake('mail')
}

interface Waiting {
  userId: string
  mail: 'at_once' | 'digest'
  /** Only what waits since before this moment. */
  before: string | null
}

/** Named in one mail at most. */
const mostNamed = 20

/**
 * Takes what waits to be mailed and queues the mail, both or neither: so it is mailed once, whoever else is at it. What
 * was read or is no longer seen is left out.
 */
export async function mailWaiting(
  app: App,
  db: Queries,
  { userId, mail, before }: Waiting,
): Promise<boolean> {
  // Of two who mail the same person, the other waits and finds nothing.
  const [person] = await db.run<{ email: string; reached: boolean }>(
    `select email, email_verified_at is not null and suspended_at is null and erased_at is null as reached
       from users where id = $1 for no key update`,
    [userId],
  )
  if (!person) return false
  const waiting = await db.run<NotificationWithNames & { seen: boolean }>(
    `select ${notificationWithNames}, ${isStillVisible} as seen from ${fromNotifications}
      where n.user_id = $1 and n.mail = $2 and ($3::timestamptz is null or n.mail_since < $3)
      order by n.at desc, n.id desc for update of n`,
    [userId, mail, before],
  )
  if (waiting.length === 0) return false
  const ids = waiting.map(({ id }) => id)
  await db.run('update notifications set mail = null, mail_since = null where id = any($1)', [ids])
  await db.run('delete from notifications where id = any($1) and not in_app', [ids])
  const told = waiting.filter(({ seen, read_at }) => seen && read_at === null)
  if (told.length === 0 || !person.reached) return false
  const content = await contentOf(app, db, told, userId, mail)
  checkHeaders({ to: person.email, subject: content.subject })
  await app.jobs.enqueue('mail', { to: person.email, ...content }, db)
  return true
}

async function contentOf(
  { config, secrets }: App,
  db: Queries,
  told: NotificationWithNames[],
  user: string,
  mail: Waiting['mail'],
): Promise<Content> {
  const token = unsubscribeToken(secrets, { user, kinds: told.map(({ kind }) => kind) })
  const telling = {
    instance: await instanceName(db),
    things: told.slice(0, mostNamed).map((row): EmailedNotification => {
      const title = titleOf(row)
      return {
        // An invitation says what strangers have written.
        title: row.kind === 'invited' ? withoutLinks(title) : title,
        said: row.body,
        link: appLink(config, linkOf(row)),
      }
    }),
    more: Math.max(0, told.length - mostNamed),
    list: appLink(config, '/notifications'),
    settings: appLink(config, '/settings/notifications'),
    unsubscribe: appLink(config, `/api/notifications/unsubscribe/${token}`),
  }
  return mail === 'digest' ? digest(telling) : immediateEmail(telling)
}
