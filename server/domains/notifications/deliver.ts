import type { Queries } from '../../database/connect.ts'
import { newId } from '../../platform/ids.ts'
import { type Chosen, choiceOf } from './choices.ts'
import type { NotificationRow } from './tables.ts'
import { type Telling, didItThemselves, sees } from './telling.ts'

/** What somebody was told, as far as others have to do something about it. */
export type Told = Pick<NotificationRow, 'id' | 'user_id' | 'kind' | 'in_app' | 'mail' | 'count'> & {
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

/** Tells those of the named who may see it and want to know. What they have not read yet is raised. */
export async function deliver(db: Queries, telling: Telling): Promise<Told[]> {
  const told: Told[] = []
  for (const recipient of await recipients(db, telling)) {
    const { inApp, mail } = choiceOf(recipient.choices, telling.kind)
    const mailed = mail === 'never' || telling.mailed || !recipient.reached ? null : mail
    if (inApp || mailed) told.push(await raise(db, telling, recipient, inApp, mailed))
  }
  return told
}

async function recipients(db: Queries, telling: Telling): Promise<Recipient[]> {
  const { kind, actor, to, organizationId, projectId } = telling
  // What happened to their own account they are told in any case: it may not have been them.
  const others = to.filter((id) => kind === 'security' || !didItThemselves(actor, id))
  if (others.length === 0) return []
  const seeing = kind === 'security' || kind === 'invited' ? null : organizationId
  return db.run<Recipient>(
    `select u.id, u.notification_choices as choices,
            u.email_verified_at is not null and u.suspended_at is null as reached,
            (select w.organization_id from organization_members w
              where w.user_id = u.id and w.organization_id = u.last_organization_id) as working_in
       from users u
      where u.id = any($1) and u.erased_at is null and ($2::uuid is null or ${sees('$2', '$3')}) order by u.id`,
    [others, seeing, projectId],
  )
}

async function raise(
  db: Queries,
  telling: Telling,
  { id: userId, working_in }: Recipient,
  inApp: boolean,
  mail: NotificationRow['mail'],
): Promise<Told> {
  const { kind, subject, about, body = null, data = {}, actor, at } = telling
  const [row] = await db.run<Omit<Told, 'working_in'>>(
    `insert into notifications as n (id, user_id, organization_id, project_id, kind, subject_kind, subject_id, subject_key,
       about, body, data, actor, at, in_app, mail, mail_since)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15::text,
       case when $15::text is not null then now() end)
     on conflict (user_id, kind, subject_id) where read_at is null do update set
       count = n.count + 1, organization_id = excluded.organization_id, project_id = excluded.project_id,
       subject_key = excluded.subject_key, about = excluded.about, body = excluded.body, data = excluded.data,
       actor = excluded.actor, at = greatest(n.at, excluded.at), in_app = n.in_app or excluded.in_app,
       mail = coalesce(excluded.mail, n.mail), mail_since = coalesce(n.mail_since, excluded.mail_since)
     returning id, user_id, kind, in_app, mail, count`,
    [
      ...[newId(), userId, telling.organizationId, telling.projectId, kind, subject.kind, subject.id],
      ...[subject.key, about, body, JSON.stringify(data), JSON.stringify(actor), at, inApp, mail],
    ],
  )
  return { ...row!, working_in }
}
