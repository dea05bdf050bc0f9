import { z } from 'zod'
import type { Rows } from '../../database/row-types.ts'
import { type Sql, sql } from '../../database/sql.ts'
import { Who, whoFromActor } from '../../operations/actor.ts'

export const audiences = ['all', 'organization', 'team', 'people'] as const
export const announcementStatuses = ['scheduled', 'sending', 'sent', 'cancelled'] as const

/** A notification from an administrator, as the API returns it. */
export const Announcement = z
  .object({
    id: z.uuid(),
    title: z.string(),
    body: z.string(),
    to: z.enum(audiences).describe('Kind of the recipients.'),
    toName: z.string().nullable().describe('Name of the organization or team.'),
    inApp: z.boolean().describe('Whether it appears in the app.'),
    email: z.boolean().describe('Whether it is sent by email.'),
    status: z.enum(announcementStatuses),
    sendAt: z.iso.datetime().describe('Time from which it is sent.'),
    sentAt: z.iso.datetime().nullable().describe('Time at which the last recipient was notified.'),
    recipients: z.int().describe('Number of people notified so far.'),
    read: z.int().describe('Number of people who read it in the app. Read notifications count for 90 days.'),
    createdBy: Who,
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Announcement' })

export type AnnouncementRow = Rows['announcements']

/** A row with the number of people who read it. */
export interface AnnouncementWithReads extends AnnouncementRow {
  read: number
}

/** Select list for `AnnouncementWithReads`. */
export const announcementWithReads = sql`a.*, (select count(*)::int from notifications n
    where n.kind = 'announcement' and n.subject_id = a.id and n.in_app and n.read_at is not null) as read`

export function announcementFromRow(row: AnnouncementWithReads): z.output<typeof Announcement> {
  return {
    id: row.id,
    title: row.title,
    body: row.body,
    to: row.audience,
    toName: row.audience_name,
    inApp: row.in_app,
    email: row.email,
    status: row.status,
    sendAt: row.send_at,
    sentAt: row.sent_at,
    recipients: row.recipients,
    read: row.read,
    createdBy: whoFromActor(row.created_by),
    createdAt: row.created_at,
  }
}

export type Audience = Pick<AnnouncementRow, 'audience' | 'organization_id' | 'team_id' | 'user_ids'>

/** Builds SQL that selects the recipients among users `u`. Erased and suspended accounts get nothing. */
export function isRecipient({ audience, organization_id, team_id, user_ids }: Audience): Sql {
  const isMember = {
    all: sql`true`,
    organization: sql`exists (select 1 from memberships m
      where m.organization_id = ${organization_id} and m.user_id = u.id)`,
    team: sql`exists (select 1 from team_members m where m.team_id = ${team_id} and m.user_id = u.id)`,
    people: sql`u.id = any(${user_ids})`,
  }
  return sql`u.erased_at is null and u.suspended_at is null and ${isMember[audience]}`
}
