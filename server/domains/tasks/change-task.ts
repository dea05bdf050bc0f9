import { changeRow } from '../../database/rows.ts'
import type { Context } from '../../operations/context.ts'
import { refuse } from '../../operations/errors.ts'
import { blockersOf, isOpen, recountBlocked } from '../dependencies/blockers.ts'
import type { OnTask } from './access.ts'
import type { TaskRow } from './tables.ts'
import { type TaskNames, taskFromRow, taskKind } from './task.ts'

/**
 * Every change of a task goes through here, so that a state and its time always agree, and what it blocks knows of it.
 * `set` may bring the names of those it points to from now on.
 */
export async function changeTask(
  ctx: Context & OnTask,
  set: Partial<TaskRow & TaskNames>,
  { force = false } = {},
) {
  const { task } = ctx
  const { assignee_name = task.assignee_name, story_key = task.story_key, ...rest } = set
  const { story_title = task.story_title, feature_key = task.feature_key, ...others } = rest
  const { feature_title = task.feature_title, ...columns } = others
  const completes = set.status === 'complete' && task.status !== 'complete'
  const reopens = set.status !== undefined && set.status !== 'complete' && task.status === 'complete'
  if (completes && task.open_blockers > 0 && !force) await refuseBlocked(ctx)

  const completed_at = completes ? new Date().toISOString() : reopens ? null : undefined
  const row = await changeRow<TaskRow>(
    ctx,
    taskKind,
    task,
    { ...columns, completed_at },
    completes ? 'task.completed' : 'task.updated',
  )
  const unblocked = isOpen(row) === isOpen(task) ? [] : await recountBlocked(ctx, [row.id])
  const names = { assignee_name, story_key, story_title, feature_key, feature_title }
  return { task: taskFromRow({ ...task, ...row, ...names }, ctx.project.right, ctx.caller), unblocked }
}

async function refuseBlocked({ db, task }: Context & OnTask): Promise<never> {
  const blockers = await blockersOf(db, task.id)
  const keys = blockers.map(({ key }) => key).join(', ')
  return refuse('task_blocked', { task: task.key, blockers: keys }, { blockers })
}
