import type { Queries } from '../../database/connect.ts'
import type { JournalRow } from '../../database/journal.ts'
import type { Actor } from '../../operations/caller.ts'
import { excerptLength, excerptOf } from '../notes/text.ts'
import { seenByMember } from '../projects/visible-projects.ts'
import type { Kind } from './kinds.ts'
import type { NotificationData } from './tables.ts'

/** What is to be told to whom, before it is known who may see it and who wants it. */
export interface PendingNotification {
  kind: Kind
  to: string[]
  /** Where it happened. Null: it concerns the account. */
  organizationId: string | null
  projectId: string | null
  subject: { kind: string; id: string; key: string | null }
  /** What the subject is called. */
  about: string | null
  body?: string | null
  data?: NotificationData
  actor: Actor
  at: string
  /** Whoever did it has sent a mail about it already. */
  mailed?: boolean
}

/** Makes of rows of the journal what is to be told. What is no longer so is not told. */
export type NotificationBuilder = (db: Queries, rows: JournalRow[]) => Promise<PendingNotification[]>

/** For what seldom comes in numbers. */
export function oneByOne(
  tell: (db: Queries, row: JournalRow) => Promise<PendingNotification[]>,
): NotificationBuilder {
  return async (db, rows) => {
    const told: PendingNotification[] = []
    for (const row of rows) told.push(...(await tell(db, row)))
    return told
  }
}

/** What a telling takes over from the row that it comes from. */
export function fromRow({ organization_id, project_id, actor, at }: JournalRow) {
  return { organizationId: organization_id, projectId: project_id, actor, at }
}

/** How a text begins, without its marks. */
export function beginningOf(text: unknown): string | null {
  return typeof text === 'string' ? excerptOf('', text.slice(0, excerptLength)) || null : null
}

/** The person who answers for a deed: whoever did it, or whom an agent did it for. */
export function personBehind({ kind, id, onBehalfOf }: Actor): string | null {
  return kind === 'agent' ? (onBehalfOf?.id ?? null) : id
}

/**
 * Whether somebody did it themselves, or with a key of theirs. What an agent does is told to the person it acts for as to
 * anybody: where it gives them a task or names them, it wants something of them.
 */
export function didItThemselves({ kind, id }: Actor, userId: string): boolean {
  return kind === 'user' && id === userId
}

/**
 * SQL for whether somebody `u` is in an organization and sees a project there, if it is about one. The parameters are the
 * names of those two.
 */
export function sees(organization: string, project: string): string {
  return `exists (
    select 1 from organization_members m left join projects p on p.id = ${project}::uuid
     where m.organization_id = ${organization}::uuid and m.user_id = u.id
       and (${project}::uuid is null or p.id is not null and p.deleted_at is null and ${seenByMember}))`
}
