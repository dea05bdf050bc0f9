import { sql } from '../../../database/sql.ts'
import type { Context } from '../../../operations/context.ts'
import { quoteName, reject } from '../../../errors/errors.ts'
import { whoFromActor } from '../../../operations/actor.ts'
import type { OnTask } from './access.ts'
import { unassigned } from './assignee.ts'
import { claimFromRow, isHolder, noClaim } from './claim.ts'
import type { TaskRow } from './tables.ts'

export interface ClaimInput {
  /** The caller's claim number, if they sent it. */
  claim?: number | undefined
  /** Lets a signed-in person override another holder's claim. */
  force?: boolean | undefined
}

/** Rejects a write with the number of an ended claim, because another worker may hold the task now. */
export function requireClaim({ task, caller }: Context & OnTask, claim: number | undefined): void {
  if (claim === undefined || (claim === task.claim_number && isHolder(task, caller))) return
  const now = claimFromRow(task)
  const became = now
    ? `${quoteName(now.by.name)} holds it now as claim ${now.number}`
    : `it is ${statusLabel(task.status)} now`
  reject('claim_lost', { task: task.key, became }, { taskStatus: task.status, claim: now })
}

/** Rejects changes of status and assignee by anyone but the holder while the lease lasts. */
export async function requireClaimOrForce(
  ctx: Context & OnTask,
  { force = false }: ClaimInput,
): Promise<void> {
  const { task, caller } = ctx
  if (task.lease_until === null || isHolder(task, caller)) return
  if (force && caller.kind === 'session') return
  if (await isHeldNow(ctx)) rejectClaimed(task)
}

/** Checks the lease by the database clock, because server clocks can differ. */
export async function isHeldNow({ db, task }: Context & OnTask): Promise<boolean> {
  const [row] = await db.run<{ held: boolean | null }>(
    sql`select lease_until > now() as held from tasks where id = ${task.id}`,
  )
  return row?.held === true
}

export function rejectClaimed({ key, claimed_by, lease_until }: TaskRow): never {
  const holder = whoFromActor(claimed_by!)
  reject('task_held', { task: key, holder: holder.name, until: lease_until }, { holder, until: lease_until })
}

/**
 * Returns the columns that end a claim when a claimed task changes its status or assignee. A task that returns to todo
 * or backlog is also unassigned from its former holder.
 */
export function claimEndColumns(
  task: TaskRow,
  set: Partial<TaskRow>,
): Partial<TaskRow & { assignee_name: null }> {
  if (task.lease_until === null) return {}
  const isReturned = set.status === 'todo' || set.status === 'backlog'
  const keepsAssignee = set.assignee_user_id === undefined && set.assignee_agent_id === undefined
  return {
    ...noClaim,
    ...(isReturned && keepsAssignee && isAssignedToHolder(task) && unassigned),
  } as Partial<TaskRow>
}

function isAssignedToHolder({ claimed_by, assignee_user_id, assignee_agent_id }: TaskRow): boolean {
  return claimed_by !== null && claimed_by.id === (assignee_user_id ?? assignee_agent_id)
}

export function statusLabel(status: string): string {
  return status.replace('_', ' ')
}
