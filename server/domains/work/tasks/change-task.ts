import { databaseTime } from '../../../database/clock.ts'
import { concerning, updateRow } from '../../../operations/rows.ts'
import type { Context } from '../../../operations/context.ts'
import { reject } from '../../../errors/errors.ts'
import type { EventType } from '../../../database/events.ts'
import { blockersOf, isOpen, namesSeen, recountBlocked } from '../dependencies/blockers.ts'
import type { OnTask } from './access.ts'
import { type ClaimInput, claimEndColumns, requireClaim, requireClaimOrForce } from './require-claim.ts'
import { showTask } from './show-tasks.ts'
import type { TaskRow } from './tables.ts'
import { type TaskNames, taskKind } from './task.ts'

interface ChangeOptions extends ClaimInput {
  /** Releases the claim, whether or not the caller holds it. */
  releases?: boolean
}

/**
 * Applies every change of a task. Keeps `status` and `completed_at` consistent, enforces the claim, and recounts
 * blocked tasks. `requested` can include the names of the new assignee, story or feature.
 */
export async function changeTask(
  ctx: Context & OnTask,
  requested: Partial<TaskRow & TaskNames>,
  { claim, force = false, releases = false }: ChangeOptions = {},
) {
  const { task } = ctx
  requireClaim(ctx, claim)
  const endsClaim = changesStatus(task, requested) || changesAssignee(task, requested)
  if (endsClaim && !releases) await requireClaimOrForce(ctx, { force })
  const set = { ...requested, ...(endsClaim && claimEndColumns(task, requested)) }
  const { assignee_name = task.assignee_name, story_key = task.story_key, ...rest } = set
  const { story_title = task.story_title, feature_key = task.feature_key, ...others } = rest
  const { feature_title = task.feature_title, ...columns } = others
  const completes = set.status === 'complete' && task.status !== 'complete'
  const reopens = set.status !== undefined && set.status !== 'complete' && task.status === 'complete'
  if (completes && task.open_blockers > 0 && !force) await rejectBlocked(ctx)

  // An undo passes the original completion time along with the status.
  const completed_at = completes ? (set.completed_at ?? databaseTime()) : reopens ? null : undefined
  const type = completes ? 'task.completed' : releases ? 'task.released' : 'task.updated'
  const row = await writeTask(ctx, { ...columns, completed_at }, type)
  const unblocked = isOpen(row) === isOpen(task) ? [] : await recountBlocked(ctx, [row.id])
  const names = { assignee_name, story_key, story_title, feature_key, feature_title }
  return {
    task: await showTask(ctx, { ...task, ...row, ...names }, ctx.project.right),
    unblocked: await namesSeen(ctx, unblocked),
  }
}

function changesStatus(task: TaskRow, { status }: Partial<TaskRow>): boolean {
  return status !== undefined && status !== task.status
}

function changesAssignee(task: TaskRow, { assignee_user_id, assignee_agent_id }: Partial<TaskRow>): boolean {
  if (assignee_user_id === undefined || assignee_agent_id === undefined) return false
  return assignee_user_id !== task.assignee_user_id || assignee_agent_id !== task.assignee_agent_id
}

/** Updates the row and records the event. An ended claim is recorded as data, because its columns can't be undone. */
async function writeTask(ctx: Context & OnTask, set: Partial<TaskRow>, type: EventType): Promise<TaskRow> {
  const { task } = ctx
  const { after, changes } = await updateRow<TaskRow>(ctx, taskKind, task, set)
  if (!changes) return after
  const { claimedBy, claimedAt: _, leaseUntil: __, ...fields } = changes
  ctx.record({
    type,
    ...concerning(taskKind, after),
    version: after.version,
    changes: fields,
    ...(claimedBy && { data: { endedClaim: task.claim_number, ...holderOf(task) } }),
  })
  return after
}

function holderOf({ claimed_by: by }: TaskRow) {
  return by && { from: { kind: by.kind, id: by.id, name: by.name } }
}

async function rejectBlocked(ctx: Context & OnTask): Promise<never> {
  const { blockers, named } = await blockersOf(ctx, ctx.task.id)
  return reject('task_blocked', { task: ctx.task.key, blockers: named }, { blockers })
}
