import type { Queries } from '../../database/connect.ts'
import { newId } from '../../platform/ids.ts'
import { type Chosen, choiceOf } from './choices.ts'
import type { NotificationRow } from './tables.ts'
import { type PendingNotification, didItThemselves, sees } from './pending-notification.ts'

/** What somebody was told, as far as others have to do something about it. */
export type DeliveredNotification = Pick<
  NotificationRow,
  'id' | 'user_id' | 'kind' | 'in_app' | 'mail' | 'count'
> & {
  /** Where they are at the moment, and so where their devices listen. */
  working_in: string | null
}

interface Recipient {
  id: string
  choices: Chosen
  /** Mails go to proved addresses alone: others may be somebody else's. */
  reached: boolean
  working_in: string | null
}

/** What one person is told about one thing. */
type Wanted = Omit<NotificationRow, 'read_at' | 'mail_since'>

/** Tells those of the named who may see it and want to know. What they have not read yet is raised. */
export async function deliver(
  db: Queries,
  tellings: PendingNotification[],
): Promise<DeliveredNotification[]> {
  const find = remembering(db)
  const wanted = new Map<string, Wanted>()
  const people = new Map<string, Recipient>()
  for (const telling of tellings) {
    for (const person of await find(telling)) {
      const { inApp, mail: chosen } = choiceOf(person.choices, telling.kind)
      const mail = chosen === 'never' || telling.mailed || !person.reached ? null : chosen
      if (!inApp && !mail) continue
      const key = [person.id, telling.kind, telling.subject.id].join(' ')
      wanted.set(key, gathered(wanted.get(key), rowOf(telling, person, inApp, mail)))
      people.set(person.id, person)
    }
  }
  if (wanted.size === 0) return []
  const told = await raise(db, [...wanted.values()])
  return told.map((each) => ({ ...each, working_in: people.get(each.user_id)!.working_in }))
}

/** Mostly many things are for the same people, who are then looked for once. */
function remembering(db: Queries) {
  const known = new Map<string, Recipient[]>()
  return async ({
    kind,
    actor,
    to,
    organizationId,
    projectId,
  }: PendingNotification): Promise<Recipient[]> => {
    // What happened to their own account they are told in any case: it may not have been them.
    const others = to.filter((id) => kind === 'security' || !didItThemselves(actor, id))
    if (others.length === 0) return []
    const seeing = kind === 'security' || kind === 'invited' ? null : organizationId
    const asked = JSON.stringify([others, seeing, projectId])
    const found = known.get(asked) ?? (await recipients(db, others, seeing, projectId))
    known.set(asked, found)
    return found
  }
}

function recipients(db: Queries, to: string[], organizationId: string | null, projectId: string | null) {
  return db.run<Recipient>(
    `select u.id, u.notification_choices as choices,
            u.email_verified_at is not null and u.suspended_at is null as reached,
            (select w.organization_id from organization_members w
              where w.user_id = u.id and w.organization_id = u.last_organization_id) as working_in
       from users u
      where u.id = any($1) and u.erased_at is null and ($2::uuid is null or ${sees('$2', '$3')}) order by u.id`,
    [to, organizationId, projectId],
  )
}

function rowOf(
  telling: PendingNotification,
  { id: user_id }: Recipient,
  in_app: boolean,
  mail: Wanted['mail'],
): Wanted {
  const { kind, subject, about, body = null, data = {}, actor, at } = telling
  return {
    ...{ id: newId(), user_id, organization_id: telling.organizationId, project_id: telling.projectId, kind },
    ...{ subject_kind: subject.kind, subject_id: subject.id, subject_key: subject.key, about, body, data },
    ...{ actor, count: 1, at, in_app, mail },
  }
}

/** Of the same about the same the newest counts, and how often it came. */
function gathered(before: Wanted | undefined, now: Wanted): Wanted {
  return before ? { ...now, count: before.count + 1, mail: now.mail ?? before.mail } : now
}

function raise(db: Queries, rows: Wanted[]): Promise<Omit<DeliveredNotification, 'working_in'>[]> {
  return db.run(
    `insert into notifications as n (id, user_id, organization_id, project_id, kind, subject_kind, subject_id, subject_key,
       about, body, data, actor, count, at, in_app, mail, mail_since)
     select id, user_id, organization_id, project_id, kind, subject_kind, subject_id, subject_key, about, body, data,
            actor, count, at, in_app, mail, case when mail is not null then now() end
       from jsonb_array_elements($1::jsonb) with ordinality as given(given, place),
            jsonb_populate_record(null::notifications, given) order by place
     on conflict (user_id, kind, subject_id) where read_at is null do update set
       count = n.count + excluded.count, organization_id = excluded.organization_id,
       project_id = excluded.project_id, subject_key = excluded.subject_key, about = excluded.about,
       body = excluded.body, data = excluded.data, actor = excluded.actor, at = greatest(n.at, excluded.at),
       in_app = n.in_app or excluded.in_app, mail = coalesce(excluded.mail, n.mail),
       mail_since = coalesce(n.mail_since, excluded.mail_since)
     returning id, user_id, kind, in_app, mail, count`,
    [JSON.stringify(rows)],
  )
}
