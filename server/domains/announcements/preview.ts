import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import { appLink } from '../../email/app-link.ts'
import { immediateEmail } from '../../email/notifications.ts'
import type { App } from '../../operations/context.ts'
import { kinds } from '../notifications/kinds.ts'
import { type Audience, isRecipient } from './announcement.ts'

/** Counts the people who match now, and those of them who allow announcements by email. */
export async function countRecipients(db: Queries, audience: Audience, email: boolean) {
  const [counted] = await db.run<{ recipients: number; emails: number }>(
    sql`select count(*)::int as recipients, count(*) filter (where u.email_verified_at is not null
          and coalesce(u.notification_choices #>> '{kinds,announcement,mail}', ${kinds.announcement.mail}) <> 'never')::int as emails
       from users u where ${isRecipient(audience)}`,
  )
  return { recipients: counted!.recipients, emails: email ? counted!.emails : 0 }
}

/** Returns the texts as recipients see them. Email clients get their own unsubscribe link. */
export function previewOf(
  { config, settings }: App,
  { title, body, email }: { title: string; body: string; email: boolean },
) {
  const inbox = appLink(config, '/inbox')
  const rendered = immediateEmail({
    instance: settings.get('instance.name'),
    things: [{ title, said: body, link: inbox, isAnnouncement: true }],
    more: 0,
    list: inbox,
    settings: appLink(config, '/settings/notifications'),
    unsubscribe: inbox,
  })
  return {
    title,
    body,
    emailSubject: email ? rendered.subject : null,
    emailText: email ? rendered.text : null,
  }
}
