import { changeRow } from '../../database/rows.ts'
import type { Context } from '../../operations/context.ts'
import type { OnTask } from './access.ts'
import type { Assignee } from './assignee.ts'
import type { TaskRow } from './tables.ts'
import { type TaskWithNames, taskFromRow, taskKind } from './task.ts'

/** Every change of a task goes through here, so that a state and its time always agree. */
export async function changeTask(ctx: Context & OnTask, set: Partial<TaskRow>, assignee?: Assignee) {
  const { assignee_name, ...assigned } = assignee ?? { assignee_name: ctx.task.assignee_name }
  const completes = set.status === 'complete' && ctx.task.status !== 'complete'
  const reopens = set.status !== undefined && set.status !== 'complete' && ctx.task.status === 'complete'
  const completed_at = completes ? new Date().toISOString() : reopens ? null : undefined
  const row = await changeRow<TaskRow>(
    ctx,
    taskKind,
    ctx.task,
    { ...set, ...assigned, completed_at },
    completes ? 'task.completed' : 'task.updated',
  )
  const withNames: TaskWithNames = { ...row, project_slug: ctx.task.project_slug, assignee_name }
  return taskFromRow(withNames, ctx.project.right, ctx.caller)
}
