import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { onTask } from './access.ts'
import { findAssignee, nobody } from './assignee.ts'
import { changeTask } from './change-task.ts'
import { Task, taskFields, taskRef } from './task.ts'

export const updateTask = operation({
  id: 'tasks.update',
  summary: 'Change fields of a task. Null clears an estimate, due date or assignee.',
  http: 'PATCH /api/tasks/:task',
  tool: 'update_task',
  access: onTask('edit'),
  input: z.object({
    task: taskRef,
    title: taskFields.title.optional(),
    description: taskFields.description.optional(),
    status: taskFields.status.optional(),
    priority: taskFields.priority.optional(),
    type: taskFields.type.optional(),
    labels: taskFields.labels.optional(),
    estimate: taskFields.estimate.nullable().optional(),
    dueAt: taskFields.dueAt.nullable().optional(),
    assignee: taskFields.assignee.nullable().optional(),
  }),
  output: Task,
}).run(async (ctx, { task: _, dueAt, assignee, ...set }) => {
  const assigned =
    assignee === undefined ? undefined : assignee === null ? nobody : await findAssignee(ctx, assignee)
  return changeTask(ctx, { ...set, due_at: dueAt && new Date(dueAt).toISOString() }, assigned)
})
