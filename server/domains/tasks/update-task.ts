import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { addComment } from '../comments/add-comment.ts'
import { bodyField } from '../comments/comment.ts'
import { onTask } from './access.ts'
import { changeTask } from './change-task.ts'
import { taskChangeFields, taskChanges } from './task-changes.ts'
import { Task, forceField, taskRef } from './task.ts'

export const updateTask = operation({
  id: 'tasks.update',
  summary:
    'Change fields of a task, move it or comment on it. Null clears estimate, due date, assignee, story, feature.',
  http: 'PATCH /api/tasks/:task',
  tool: 'update_task',
  access: onTask('edit'),
  input: z.object({
    task: taskRef,
    ...taskChangeFields,
    comment: bodyField.optional().describe('Say something about it as well, in markdown.'),
    force: forceField,
  }),
  output: Task,
}).run(async (ctx, { task: _, force, comment, ...asked }) => {
  const { task } = await changeTask(ctx, await taskChanges(ctx, asked), { force })
  if (comment !== undefined) await addComment(ctx, { kind: 'task', ...ctx.task }, comment)
  return task
})
