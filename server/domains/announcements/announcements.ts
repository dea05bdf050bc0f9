import { z } from 'zod'
import { databaseNow } from '../../database/clock.ts'
import { orderByNewest, pageInput, pageOf, readPage } from '../../database/pages.ts'
import { sql } from '../../database/sql.ts'
import { reject, rejectField } from '../../errors/errors.ts'
import { platformAdmin } from '../../operations/access.ts'
import { actorOf } from '../../operations/caller.ts'
import { operation } from '../../operations/operation.ts'
import { anyUuid, newId } from '../../platform/ids.ts'
import {
  Announcement,
  type AnnouncementWithReads,
  announcementFromRow,
  announcementStatuses,
  announcementWithReads,
  audiences,
} from './announcement.ts'
import { findAudience } from './find-audience.ts'
import { countRecipients, previewOf } from './preview.ts'
import { announcementQueue } from './send-announcements.ts'

const maxPeople = 1000
const maxDaysAhead = 366

export const sendAnnouncement = operation({
  id: 'announcements.send',
  summary: 'Notify all people, an organization, a team or some people, now or later. A dry run only counts.',
  http: 'POST /api/admin/notifications/send',
  access: platformAdmin,
  adds: true,
  input: z.object({
    to: z.enum(audiences).describe('Recipients: all people, an organization, a team, or people.'),
    organization: z
      .string()
      .trim()
      .max(100)
      .optional()
      .describe('Slug or id of the organization. Required with "to": "organization".'),
    team: z.string().trim().max(100).optional().describe('Id of the team. Required with "to": "team".'),
    people: z
      .array(z.string().trim().min(1).max(254))
      .max(maxPeople)
      .optional()
      .describe('Ids, usernames or email addresses. Required with "to": "people". At most 1,000.'),
    title: z.string().trim().min(1).max(150).describe('Title, and subject of the email. One line.'),
    body: z.string().trim().max(5000).default('').describe('Plain text. At most 5,000 characters.'),
    inApp: z.boolean().default(true).describe('Whether it appears in the app. Default true.'),
    email: z
      .boolean()
      .default(false)
      .describe(
        'Whether it is also sent by email to people who allow announcements by email. Default false.',
      ),
    sendAt: z.iso
      .datetime({ offset: true })
      .optional()
      .describe('Time from which it is sent, within a year. Default: now.'),
    dryRun: z.boolean().default(false).describe('Whether to only count and preview. Default false.'),
  }),
  output: z.object({
    recipients: z.int().describe('Number of people that match now.'),
    emails: z.int().describe('Number of them who get an email.'),
    preview: z.object({
      title: z.string(),
      body: z.string(),
      emailSubject: z.string().nullable().describe('Null if it is not sent by email.'),
      emailText: z.string().nullable().describe('Null if it is not sent by email.'),
    }),
    announcement: Announcement.nullable().describe('The announcement. Null for a dry run.'),
  }),
}).run(async (ctx, input) => {
  const { app, db } = ctx
  const { title, body, inApp, email, dryRun } = input
  if (!inApp && !email) rejectField('inApp', 'Choose the app, email, or both.')
  if (/[\r\n]/.test(title)) rejectField('title', 'Enter a title with one line.')
  const sendAt = requireSendAt(input.sendAt)
  const audience = await findAudience(db, input)
  const counts = await countRecipients(db, audience, email)
  const preview = previewOf(app, { title, body, email })
  if (dryRun) return { ...counts, preview, announcement: null }
  if (counts.recipients === 0) reject('no_recipients')
  const id = newId()
  const [row] = await db.run<AnnouncementWithReads>(
    sql`insert into announcements (id, title, body, audience, audience_name, organization_id, team_id, user_ids,
          in_app, email, send_at, created_by)
      values (${id}, ${title}, ${body}, ${audience.audience}, ${audience.audience_name}, ${audience.organization_id},
        ${audience.team_id}, ${audience.user_ids}, ${inApp}, ${email}, coalesce(${sendAt}::timestamptz, now()),
        ${JSON.stringify(actorOf(ctx.caller))}) returning *, 0 as read`,
  )
  ctx.record({
    type: 'announcement.created',
    subject: { kind: 'announcement', id, key: null },
    organizationId: null,
    data: { title, to: audience.audience, toName: audience.audience_name, sendAt: row!.send_at },
  })
  if (sendAt === null) {
    await app.jobs.enqueue(announcementQueue, { announcement: id }, db)
    ctx.afterCommit(() => app.jobs.wake(announcementQueue))
  }
  return { ...counts, preview, announcement: announcementFromRow(row!) }
})

/** Returns the time of a scheduled announcement, or null to send it now. */
function requireSendAt(sendAt: string | undefined): string | null {
  if (sendAt === undefined) return null
  const days = (Date.parse(sendAt) - databaseNow()) / 86_400_000
  if (days > maxDaysAhead) rejectField('sendAt', 'Choose a time within a year.')
  return days <= 0 ? null : sendAt
}

export const listAnnouncements = operation({
  id: 'announcements.list',
  summary: 'List the notifications that administrators sent or scheduled, newest first, with read counts.',
  http: 'GET /api/admin/notifications',
  shows: ['announcement'],
  access: platformAdmin,
  input: z.object({
    status: z.enum(announcementStatuses).optional().describe('Only announcements in this state.'),
    ...pageInput,
  }),
  output: pageOf(Announcement),
}).run((ctx, input) =>
  readPage(
    ctx.db,
    input,
    orderByNewest('a.id'),
    ({ after, orderAndLimit }) =>
      sql`select ${announcementWithReads} from announcements a
        where ${input.status === undefined ? sql`true` : sql`a.status = ${input.status}`} and ${after} ${orderAndLimit}`,
    announcementFromRow,
  ),
)

export const cancelAnnouncement = operation({
  id: 'announcements.cancel',
  summary: 'Cancel a scheduled notification that has not been sent.',
  http: 'POST /api/admin/notifications/:announcement/cancel',
  access: platformAdmin,
  destructive: true,
  input: z.object({ announcement: z.string().max(100).describe('Id of the notification.') }),
  output: Announcement,
}).run(async (ctx, { announcement: ref }) => {
  const found = anyUuid.test(ref)
    ? await ctx.db.run<AnnouncementWithReads>(
        sql`select ${announcementWithReads} from announcements a where a.id = ${ref} for update of a`,
      )
    : []
  const [row] = found
  if (!row) reject('not_found', { kind: 'notification', ref })
  if (row.status === 'cancelled') return announcementFromRow(row)
  if (row.status !== 'scheduled') reject('already_sent')
  await ctx.db.run(sql`update announcements set status = 'cancelled' where id = ${row.id}`)
  ctx.record({
    type: 'announcement.cancelled',
    subject: { kind: 'announcement', id: row.id, key: null },
    organizationId: null,
    data: { title: row.title },
  })
  return announcementFromRow({ ...row, status: 'cancelled' })
})
