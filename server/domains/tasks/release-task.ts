import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { onTask } from './access.ts'
import { changeTask } from './change-task.ts'
import { Task, taskFromRow, taskRef } from './task.ts'

export const releaseTask = operation({
  id: 'tasks.release',
  summary: 'Free a task that somebody holds: it goes back to todo, and their claim is over.',
  http: 'DELETE /api/tasks/:task/claim',
  access: onTask('edit'),
  input: z.object({ task: taskRef }),
  output: Task,
}).run(async (ctx) => {
  // A lease that has run out frees nobody who looks at the board: the task is still in progress there.
  if (ctx.task.lease_until === null) return taskFromRow(ctx.task, ctx.project.right, ctx.caller)
  const { task } = await changeTask(ctx, { status: 'todo' }, { releases: true })
  return task
})
