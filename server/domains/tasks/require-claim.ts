import type { Context } from '../../operations/context.ts'
import { quoteName, reject } from '../../operations/errors.ts'
import { whoFromActor } from '../activity/actor.ts'
import type { OnTask } from './access.ts'
import { unassigned } from './assignee.ts'
import { claimFromRow, isHolder, noClaim } from './claim.ts'
import type { TaskRow } from './tables.ts'

export interface ClaimInput {
  /** The number of the caller's claim, if they say it. */
  claim?: number | undefined
  /** A person who is signed in takes it away from whoever holds it. */
  force?: boolean | undefined
}

/** Whatever comes after the claim is over writes nothing: somebody else may have the task since. */
export function requireClaim({ task, caller }: Context & OnTask, claim: number | undefined): void {
  if (claim === undefined || (claim === task.claim_number && isHolder(task, caller))) return
  const now = claimFromRow(task)
  const became = now
    ? `${quoteName(now.by.name)} has it since, as claim ${now.number}`
    : `it is ${spoken(task.status)} now`
  reject('claim_lost', { task: task.key, became }, { taskStatus: task.status, claim: now })
}

/** What belongs to whoever holds the task is refused to others while the lease lasts: its state, and who does it. */
export async function requireClaimOrForce(
  ctx: Context & OnTask,
  { force = false }: ClaimInput,
): Promise<void> {
  const { task, caller } = ctx
  if (task.lease_until === null || isHolder(task, caller)) return
  if (force && caller.kind === 'session') return
  if (await isHeldNow(ctx)) rejectClaimed(task)
}

/** By the database's clock: those of several servers may differ. */
export async function isHeldNow({ db, task }: Context & OnTask): Promise<boolean> {
  const [row] = await db.run<{ held: boolean | null }>(
    'select lease_until > now() as held from tasks where id = $1',
    [task.id],
  )
  return row?.held === true
}

export function rejectClaimed({ key, claimed_by, lease_until }: TaskRow): never {
  const holder = whoFromActor(claimed_by!)
  reject('task_held', { task: key, holder: holder.name, until: lease_until }, { holder, until: lease_until })
}

/**
 * What else changes when a claimed task changes its state or goes to somebody else: the claim is over. If it goes back to
 * where others take it from, it is no longer the task of whoever had claimed it.
 */
export function endOfClaim(task: TaskRow, set: Partial<TaskRow>): Partial<TaskRow & { assignee_name: null }> {
  if (task.lease_until === null) return {}
  const goesBack = set.status === 'todo' || set.status === 'backlog'
  const sameAssignee = set.assignee_user_id === undefined && set.assignee_agent_id === undefined
  return { ...noClaim, ...(goesBack && sameAssignee && isHoldersOwn(task) && unassigned) } as Partial<TaskRow>
}

function isHoldersOwn({ claimed_by, assignee_user_id, assignee_agent_id }: TaskRow): boolean {
  return claimed_by !== null && claimed_by.id === (assignee_user_id ?? assignee_agent_id)
}

export function spoken(status: string): string {
  return status.replace('_', ' ')
}
