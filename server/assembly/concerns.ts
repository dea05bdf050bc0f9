import type { JournalRow } from '../database/journal.ts'
import type { KnownCaller } from '../operations/caller.ts'

export type Concern = 'assigned' | 'unblocked' | 'claim_lost' | 'notified' | 'answered'

/** Returns why an event concerns this caller, so that a waiting agent can resume. */
export function concernOf(row: JournalRow, { user, agent }: KnownCaller): Concern | undefined {
  const me = agent?.id ?? user.id
  if (row.type === 'task.unblocked') return idIn(row.data?.assignee) === me ? 'unblocked' : undefined
  // The caller already knows about their own changes.
  if (row.actor.id === me) return undefined
  if (row.type === 'notification.created') return isSeparateNotice(row) ? 'notified' : undefined
  if (row.type === 'question.answered') return idIn(row.data?.asker) === me ? 'answered' : undefined
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
