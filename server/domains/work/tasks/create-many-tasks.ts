import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { onProject } from '../../projects/access.ts'
import { projectRef } from '../../projects/project.ts'
import { withErrorContext } from './bulk.ts'
import {
  type TaskReferences,
  resolveReferences,
  insertTask,
  newTaskFields,
  requireUnarchived,
} from './insert-task.ts'
import { Task } from './task.ts'

export const createManyTasks = operation({
  id: 'tasks.createMany',
  summary: 'Create up to 100 tasks in a project. Either all are created or none.',
  http: 'POST /api/tasks/bulk',
  access: onProject('edit'),
  created: true,
  input: z.object({
    project: projectRef,
    tasks: z
      .array(z.strictObject(newTaskFields))
      .min(1)
      .max(100)
      .describe('The tasks, numbered in this order. At most 100.'),
  }),
  output: z.object({ tasks: z.array(Task) }),
}).run(async (ctx, { tasks }) => {
  requireUnarchived(ctx)
  // Most tasks share an assignee and story, so each combination is looked up once.
  const cache = new Map<string, TaskReferences>()
  const references: TaskReferences[] = []
  for (const [index, task] of tasks.entries()) {
    const key = JSON.stringify([task.assignee, task.story, task.feature])
    const find = () => withErrorContext(() => resolveReferences(ctx, task), { field: `tasks.${index}` })
    cache.set(key, cache.get(key) ?? (await find()))
    references.push(cache.get(key)!)
  }
  // Sent together, run in order. The access rule locks the project, so the numbers are consecutive.
  return { tasks: await Promise.all(tasks.map((task, index) => insertTask(ctx, task, references[index]!))) }
})
