import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { onProject } from '../projects/access.ts'
import { projectRef } from '../projects/project.ts'
import { blaming } from './bulk.ts'
import { type PointedTo, findPointedTo, insertTask, newTaskFields, requireUnarchived } from './insert-task.ts'
import { Task } from './task.ts'

export const createManyTasks = operation({
  id: 'tasks.createMany',
  summary: 'Create up to 100 tasks in a project: all of them, or none.',
  http: 'POST /api/tasks/bulk',
  access: onProject('edit'),
  created: true,
  input: z.object({
    project: projectRef,
    tasks: z
      .array(z.strictObject(newTaskFields))
      .min(1)
      .max(100)
      .describe('The tasks, in the order in which they get their numbers.'),
  }),
  output: z.object({ tasks: z.array(Task) }),
}).run(async (ctx, { tasks }) => {
  requireUnarchived(ctx)
  // Mostly they are for the same person and of the same story, which is then looked for once.
  const known = new Map<string, PointedTo>()
  const pointedTo: PointedTo[] = []
  for (const [place, task] of tasks.entries()) {
    const named = JSON.stringify([task.assignee, task.story, task.feature])
    const find = () => blaming(() => findPointedTo(ctx, task), { field: `tasks.${place}` })
    known.set(named, known.get(named) ?? (await find()))
    pointedTo.push(known.get(named)!)
  }
  // Sent at once and done in this order: the access rule holds the project, so the numbers follow each other.
  return { tasks: await Promise.all(tasks.map((task, place) => insertTask(ctx, task, pointedTo[place]!))) }
})
