import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { onTask } from './access.ts'
import { changeTask } from './change-task.ts'
import { taskChangeFields, taskChanges } from './task-changes.ts'
import { Task, forceField, taskRef } from './task.ts'

export const updateTask = operation({
  id: 'tasks.update',
  summary:
    'Change fields of a task, or move it. Null clears an estimate, due date, assignee, story or feature.',
  http: 'PATCH /api/tasks/:task',
  tool: 'update_task',
  access: onTask('edit'),
  input: z.object({ task: taskRef, ...taskChangeFields, force: forceField }),
  output: Task,
}).run(async (ctx, { task: _, force, ...asked }) => {
  const { task } = await changeTask(ctx, await taskChanges(ctx, asked), { force })
  return task
})
