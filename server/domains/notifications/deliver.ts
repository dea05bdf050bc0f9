import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import { newId } from '../../platform/ids.ts'
import { type Chosen, choiceOf } from './choices.ts'
import { disabledKinds } from './disabled-kinds.ts'
import type { Kind } from './kinds.ts'
import type { NotificationRow } from './notification.ts'
import { type PendingNotification, isOwnAction, canSee } from './pending-notification.ts'

/** The columns of a stored notification that the caller needs for email and the journal. */
export type DeliveredNotification = Pick<
  NotificationRow,
  'id' | 'user_id' | 'kind' | 'in_app' | 'mail' | 'count'
> & {
  /** The organization that the user works in, where their devices listen for events. */
  working_in: string | null
}

interface Recipient {
  id: string
  choices: Chosen
  /** Emails go only to verified addresses, because others may belong to another person. */
  reachable: boolean
  working_in: string | null
}

/** A notification for one user about one subject. */
type NewNotification = Omit<NotificationRow, 'read_at' | 'mail_since'>

/**
 * Stores notifications for the recipients who can see the subject and want this kind. Merges them into unread
 * notifications about the same subject.
 */
export async function deliver(
  db: Queries,
  allPending: PendingNotification[],
): Promise<DeliveredNotification[]> {
  if (allPending.length === 0) return []
  const find = cachedRecipients(db)
  const merged = new Map<string, NewNotification>()
  const people = new Map<string, Recipient>()
  const disabled = await disabledKinds(db)
  for (const pending of allPending) {
    if (disabled.has(pending.kind)) continue
    for (const person of await find(pending)) {
      const { inApp: wantsInApp, mail: chosen } = choiceOf(person.choices, pending.kind)
      const inApp = wantsInApp && pending.inApp !== false
      const mail = chosen === 'never' || pending.mailed || !person.reachable ? null : chosen
      if (!inApp && !mail) continue
      const key = [person.id, pending.kind, pending.subject.id].join(' ')
      merged.set(key, merge(merged.get(key), rowOf(pending, person, inApp, mail)))
      people.set(person.id, person)
    }
  }
  if (merged.size === 0) return []
  const stored = await upsertUnread(db, [...merged.values()])
  return stored.map((each) => ({ ...each, working_in: people.get(each.user_id)!.working_in }))
}

const kindsForActor = new Set<Kind>([
  'security',
  'announcement',
  'question_asked',
  'conflict',
  'tunnel_asked',
])

/** Caches recipients, because most notifications of a batch go to the same users. */
function cachedRecipients(db: Queries) {
  const cache = new Map<string, Recipient[]>()
  return async ({
    kind,
    actor,
    to,
    organizationId,
    projectId,
  }: PendingNotification): Promise<Recipient[]> => {
    // Security notifications also go to the actor, because an attacker may have used the account. Administrators get
    // their own announcements, to see what everyone sees. A client without an agent asks the user it acts as, also for
    // consent. Two devices of one user can be in conflict.
    const toActor = kindsForActor.has(kind)
    const others = to.filter((id) => toActor || !isOwnAction(actor, id))
    if (others.length === 0) return []
    const requiredOrganization = kind === 'security' || kind === 'invited' ? null : organizationId
    const cacheKey = JSON.stringify([others, requiredOrganization, projectId])
    const found = cache.get(cacheKey) ?? (await recipients(db, others, requiredOrganization, projectId))
    cache.set(cacheKey, found)
    return found
  }
}

function recipients(db: Queries, to: string[], organizationId: string | null, projectId: string | null) {
  const isAllowed = organizationId === null ? sql.empty : sql` and ${canSee(organizationId, projectId)}`
  return db.run<Recipient>(
    sql`select u.id, u.notification_choices as choices,
            u.email_verified_at is not null and u.suspended_at is null as reachable,
            (select w.organization_id from organization_members w
              where w.user_id = u.id and w.organization_id = u.last_organization_id) as working_in
       from users u
      where u.id = any(${to}) and u.erased_at is null${isAllowed} order by u.id`,
  )
}

function rowOf(
  pending: PendingNotification,
  { id: user_id }: Recipient,
  in_app: boolean,
  mail: NewNotification['mail'],
): NewNotification {
  const { kind, subject, about, body = null, data = {}, actor, at } = pending
  return {
    id: newId(),
    user_id,
    organization_id: pending.organizationId,
    project_id: pending.projectId,
    kind,
    subject_kind: subject.kind,
    subject_id: subject.id,
    subject_key: subject.key,
    about,
    body,
    data,
    actor,
    count: 1,
    at,
    in_app,
    mail,
  }
}

/** Keeps the newest notification about a subject and counts the others. */
function merge(before: NewNotification | undefined, now: NewNotification): NewNotification {
  return before ? { ...now, count: before.count + 1, mail: now.mail ?? before.mail } : now
}

function upsertUnread(
  db: Queries,
  rows: NewNotification[],
): Promise<Omit<DeliveredNotification, 'working_in'>[]> {
  return db.run(
    sql`insert into notifications as n (id, user_id, organization_id, project_id, kind, subject_kind, subject_id, subject_key,
       about, body, data, actor, count, at, in_app, mail, mail_since)
     select id, user_id, organization_id, project_id, kind, subject_kind, subject_id, subject_key, about, body, data,
            actor, count, at, in_app, mail, case when mail is not null then now() end
       from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as given(given, place),
            jsonb_populate_record(null::notifications, given) order by place
     on conflict (user_id, kind, subject_id) where read_at is null do update set
       count = n.count + excluded.count, organization_id = excluded.organization_id,
       project_id = excluded.project_id, subject_key = excluded.subject_key, about = excluded.about,
       body = excluded.body, data = excluded.data, actor = excluded.actor, at = greatest(n.at, excluded.at),
       in_app = n.in_app or excluded.in_app, mail = coalesce(excluded.mail, n.mail),
       mail_since = coalesce(n.mail_since, excluded.mail_since)
     returning id, user_id, kind, in_app, mail, count`,
  )
}
