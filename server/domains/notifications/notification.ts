import { z } from 'zod'
import { sql } from '../../database/sql.ts'
import { reference } from '../../operations/reference.ts'
import { Who, whoFromActor } from '../../operations/actor.ts'
import { visibleToMember } from '../projects/visible-projects.ts'
import { kindNames, type Kind } from './kinds.ts'
import { linkOf, titleOf } from './wording.ts'
import type { Rows } from '../../database/row-types.ts'
import type { Narrow } from '../../database/tables.ts'

const NamedSlug = z.object({ id: z.uuid(), slug: z.string(), name: z.string() })

/** A notification as the API returns it. */
export const Notification = z
  .object({
    id: z.uuid(),
    kind: z.enum(kindNames),
    title: z.string().describe('Event in one sentence.'),
    body: z.string().nullable().describe('Start of the related text, if any.'),
    count: z.int().describe('Number of events about the same subject since it was last read.'),
    actor: Who.nullable().describe('Actor of the latest event.'),
    subject: z.object({ kind: z.string(), id: z.uuid(), key: z.string().nullable() }),
    organization: NamedSlug.nullable().describe('Organization of the event. Null for account notifications.'),
    project: NamedSlug.nullable(),
    link: z.string().describe('Path in the dashboard.'),
    at: z.iso.datetime().describe('Time of the latest event.'),
    readAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Notification' })

/** A row with the joined columns that `Notification` needs. */
export interface NotificationWithNames extends NotificationRow {
  organization_slug: string | null
  organization_name: string | null
  project_slug: string | null
  project_name: string | null
}

/** Select list for `NotificationWithNames`; use it with `fromNotifications`. */
export const notificationWithNames = sql`n.*, o.slug as organization_slug, o.name as organization_name, p.slug as project_slug,
      p.name as project_name`
export const fromNotifications = sql`notifications n left join projects p on p.id = n.project_id
      left join organizations o on o.id = n.organization_id
      left join organization_members m on m.organization_id = n.organization_id and m.user_id = n.user_id`

/** Hides notifications whose subject the user can no longer see, and invitations that were revoked or declined. */
export const isStillVisible = sql`case
      when n.organization_id is null then true
      when n.kind = 'invited' then exists (
        select 1 from invitations i where i.id = n.subject_id and i.status in ('pending', 'accepted'))
      when m.user_id is null then false
      when n.project_id is null then true
      else p.deleted_at is null and ${visibleToMember} end`

export function notificationFromRow(row: NotificationWithNames): z.output<typeof Notification> {
  return {
    id: row.id,
    kind: row.kind,
    title: titleOf(row),
    body: row.body,
    count: row.count,
    actor: row.actor && whoFromActor(row.actor),
    subject: { kind: row.subject_kind, id: row.subject_id, key: row.subject_key },
    organization: namedSlug(row.organization_id, row.organization_slug, row.organization_name),
    project: namedSlug(row.project_id, row.project_slug, row.project_name),
    link: linkOf(row),
    at: row.at,
    readAt: row.read_at,
  }
}

function namedSlug(id: string | null, slug: string | null, name: string | null) {
  return id === null ? null : { id, slug: slug!, name: name! }
}

export const notificationRef = reference('notification', 'Id of the notification.')

export type NotificationRow = Narrow<Rows['notifications'], { kind: Kind; data: NotificationData }>

/** Further values for the title of a notification. */
export interface NotificationData {
  /** Event type of a notification about the account or the marketplace. */
  event?: string
  device?: string
  gate?: string
  paused?: boolean
  /** The event of an issue, and its new state if that changed. */
  issue?: 'reported' | 'assigned' | 'replied' | 'changed'
  state?: string
  /** The event of a watched task. `state` is its new status. */
  watched?: 'commented' | 'moved' | 'completed'
  /** The field of a conflict. None for a deletion. */
  field?: string
  /** The event of a community post. */
  post?: 'reported' | 'edited' | 'hidden' | 'shown' | 'deleted'
  /** Whether the recipient handles the issue or the post as an administrator. */
  forAdministrator?: boolean
}
