import type { Queries } from '../../database/connect.ts'
import type { JournalRow } from '../../database/journal.ts'
import { type Sql, sql } from '../../database/sql.ts'
import type { Actor } from '../../database/actor.ts'
import { excerptLength, excerptOf } from '../knowledge/notes/text.ts'
import { visibleToMember } from '../projects/visible-projects.ts'
import type { Kind } from './kinds.ts'
import type { NotificationData } from './notification.ts'

/** A notification before access and preferences of its recipients are checked. */
export interface PendingNotification {
  kind: Kind
  to: string[]
  /** Organization of the event. Null for account notifications. */
  organizationId: string | null
  projectId: string | null
  subject: { kind: string; id: string; key: string | null }
  /** Title of the subject. */
  about: string | null
  body?: string | null
  data?: NotificationData
  actor: Actor
  at: string
  /** True if the operation already sent its own email, or if none is wanted. */
  mailed?: boolean
  /** False for a notification that is only sent by email. */
  inApp?: boolean
}

/** Builds notifications from journal rows. Skips events that no longer apply. */
export type NotificationBuilder = (db: Queries, rows: JournalRow[]) => Promise<PendingNotification[]>

/** Builds notifications row by row, for events that rarely come in batches. */
export function buildEach(
  build: (db: Queries, row: JournalRow) => Promise<PendingNotification[]>,
): NotificationBuilder {
  return async (db, rows) => {
    const notifications: PendingNotification[] = []
    for (const row of rows) notifications.push(...(await build(db, row)))
    return notifications
  }
}

/** Copies the common fields from a journal row. */
export function fromRow({ organization_id, project_id, actor, at }: JournalRow) {
  return { organizationId: organization_id, projectId: project_id, actor, at }
}

/** Returns the start of a text without Markdown syntax. */
export function plainExcerpt(text: unknown): string | null {
  return typeof text === 'string' ? excerptOf('', text.slice(0, excerptLength)) || null : null
}

/** Returns the user responsible for an action: the actor, or the user that an agent acted for. */
export function responsibleUserId({ kind, id, onBehalfOf }: Actor): string | null {
  return kind === 'agent' ? (onBehalfOf?.id ?? null) : id
}

/**
 * Checks whether the user acted themselves, also with their own key. Actions of an agent do not count: the user it acts
 * for wants to know that it assigned a task to them or mentioned them.
 */
export function isOwnAction({ kind, id }: Actor, userId: string): boolean {
  return kind === 'user' && id === userId
}

/** Builds SQL that checks whether user `u` is in the organization and, if given, can see the project. */
export function canSee(organizationId: string | null, projectId: string | null): Sql {
  return sql`exists (
    select 1 from organization_members m left join projects p on p.id = ${projectId}::uuid
     where m.organization_id = ${organizationId}::uuid and m.user_id = u.id
       and (${projectId}::uuid is null or p.id is not null and p.deleted_at is null and ${visibleToMember}))`
}
