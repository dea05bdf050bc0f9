import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { onTask } from './access.ts'
import { changeTask } from './change-task.ts'
import { showTask } from './show-tasks.ts'
import { Task, taskRef } from './task.ts'

export const releaseTask = operation({
  id: 'tasks.release',
  summary: 'Release a claimed task: it returns to todo and the claim ends.',
  http: 'DELETE /api/tasks/:task/claim',
  access: onTask('edit'),
  input: z.object({ task: taskRef }),
  output: Task,
}).run(async (ctx) => {
  // An expired lease is released too: until then the board shows the task in progress.
  if (ctx.task.lease_until === null) return showTask(ctx, ctx.task, ctx.project.right)
  const { task } = await changeTask(ctx, { status: 'todo' }, { releases: true })
  return task
})
