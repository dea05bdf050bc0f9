import type { JournalRow } from '../../../database/journal.ts'
import type { KnownCaller } from '../../../operations/caller.ts'
import type { Followed } from './interests.ts'

export type Concern = 'assigned' | 'unblocked' | 'claim_lost' | 'notified'

/** Returns why an event concerns this caller, so that a waiting agent can resume. */
export function concernOf(row: JournalRow, { user, agent }: KnownCaller): Concern | undefined {
  const me = agent?.id ?? user.id
  if (row.type === 'task.unblocked') return idIn(row.data?.assignee) === me ? 'unblocked' : undefined
  // The caller already knows about their own changes.
  if (row.actor.id === me) return undefined
  if (row.type === 'notification.created') return isSeparateNotice(row) ? 'notified' : undefined
  if (row.subject_kind !== 'task') return undefined
  if (assigneeOf(row) === me) return 'assigned'
  const endsClaim = row.type === 'task.claimed' || row.data?.endedClaim !== undefined
  return endsClaim && idIn(row.data?.from) === me ? 'claim_lost' : undefined
}

/** Returns false for notifications that repeat an event which was already sent. */
function isSeparateNotice({ data }: JournalRow): boolean {
  return data?.kind !== 'assigned' && data?.kind !== 'unblocked'
}

function assigneeOf({ type, data, changes }: JournalRow): unknown {
  if (type === 'task.created') return data?.assignee
  return changes?.assigneeAgentId?.to ?? changes?.assigneeUserId?.to
}

function idIn(who: unknown): unknown {
  return (who as { id?: unknown } | null | undefined)?.id
}

const workKinds = new Set(['task', 'feature', 'spec', 'decision', 'project'])
// Events after which a task can become ready.
const readyTypes = new Set(['task.created', 'task.unblocked', 'task.released', 'task.restored'])

/** Returns whether an event can change the resource at a followed URI. */
export function touches(row: JournalRow, { kind, id }: Followed, concern: Concern | undefined): boolean {
  if (kind === 'me') return concern !== undefined || readyTypes.has(row.type) || isAboutMyWork(row)
  if (kind === 'project') return row.project_id === id
  if (kind === 'overview') return row.project_id === id && workKinds.has(row.subject_kind)
  // Comments and evidence belong to their item.
  return row.subject_id === id || idIn(row.data?.item) === id
}

function isAboutMyWork({ type, subject_kind, changes }: JournalRow): boolean {
  if (type === 'task.updated')
    return Boolean(changes?.status ?? changes?.assigneeUserId ?? changes?.assigneeAgentId)
  return subject_kind === 'notification'
}

const listedKinds = new Set(['project', 'spec', 'note', 'skill'])
const changesLists = /\.(created|deleted|restored|archived|unarchived|imported|purged)$/

/** Returns whether an event adds, removes or renames a listed resource. */
export function changesResourceList({ subject_kind, type, changes }: JournalRow): boolean {
  if (!listedKinds.has(subject_kind)) return false
  return changesLists.test(type) || Boolean(changes?.title ?? changes?.name ?? changes?.slug)
}
