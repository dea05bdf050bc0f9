import { z } from 'zod'
import { reference } from '../../operations/reference.ts'
import { Who, whoFromActor } from '../activity/actor.ts'
import { seenByMember } from '../projects/visible-projects.ts'
import { kindNames } from './kinds.ts'
import type { NotificationRow } from './tables.ts'
import { linkOf, titleOf } from './wording.ts'

const Place = z.object({ id: z.uuid(), slug: z.string(), name: z.string() })

/** The shape the world sees. */
export const Notification = z
  .object({
    id: z.uuid(),
    kind: z.enum(kindNames),
    title: z.string().describe('What happened, in one sentence.'),
    body: z.string().nullable().describe('How what was said begins, if something was.'),
    count: z.int().describe('More than 1: so often, about the same thing, since it was read the last time.'),
    actor: Who.nullable().describe('Who did it last.'),
    subject: z.object({ kind: z.string(), id: z.uuid(), key: z.string().nullable() }),
    organization: Place.nullable().describe('Where it happened. Null: it concerns the account.'),
    project: Place.nullable(),
    link: z.string().describe('Where it is in the dashboard.'),
    at: z.iso.datetime().describe('When it happened last.'),
    readAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Notification' })

/** A notification with what its shape needs from other tables. */
export interface NotificationWithNames extends NotificationRow {
  organization_slug: string | null
  organization_name: string | null
  project_slug: string | null
  project_name: string | null
}

/** Reads notifications `n` with those names; `p` is the project, `m` what their person is in the organization. */
export const notificationWithNames = `n.*, o.slug as organization_slug, o.name as organization_name, p.slug as project_slug,
      p.name as project_name`
export const fromNotifications = `notifications n left join projects p on p.id = n.project_id
      left join organizations o on o.id = n.organization_id
      left join organization_members m on m.organization_id = n.organization_id and m.user_id = n.user_id`

/**
 * Whether its person may still see what it is about: what they lost access to is nothing that they are told of. Of an
 * invitation they know until it is taken back.
 */
export const isStillVisible = `case
      when n.organization_id is null then true
      when n.kind = 'invited' then exists (
        select 1 from invitations i where i.id = n.subject_id and i.status in ('pending', 'accepted'))
      when m.user_id is null then false
      when n.project_id is null then true
      else p.deleted_at is null and ${seenByMember} end`

export function notificationFromRow(row: NotificationWithNames): z.output<typeof Notification> {
  return {
    id: row.id,
    kind: row.kind,
    title: titleOf(row),
    body: row.body,
    count: row.count,
    actor: row.actor && whoFromActor(row.actor),
    subject: { kind: row.subject_kind, id: row.subject_id, key: row.subject_key },
    organization: placeOf(row.organization_id, row.organization_slug, row.organization_name),
    project: placeOf(row.project_id, row.project_slug, row.project_name),
    link: linkOf(row),
    at: row.at,
    readAt: row.read_at,
  }
}

function placeOf(id: string | null, slug: string | null, name: string | null) {
  return id === null ? null : { id, slug: slug!, name: name! }
}

/** How a notification is named in any input. */
export const notificationRef = reference('notification', 'The notification: its id.')
