import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { onProject } from '../../projects/access.ts'
import { projectRef } from '../../projects/project.ts'
import { resolveReferences, insertTask, newTaskFields, requireUnarchived } from './insert-task.ts'
import { Task } from './task.ts'

export const createTask = operation({
  id: 'tasks.create',
  summary: 'Create a task in a project, assigned or free to claim.',
  http: 'POST /api/tasks',
  tool: {
    name: 'create_task',
    rare: ['status', 'type', 'estimate', 'story'],
    brief: { feature: 'Feature that it is part of: WEB-9.' },
  },
  access: onProject('edit'),
  created: true,
  oneStatement: true,
  input: z.object({ project: projectRef, ...newTaskFields }),
  output: Task,
}).run(async (ctx, { project: _, ...input }) => {
  requireUnarchived(ctx)
  return insertTask(ctx, input, await resolveReferences(ctx, input))
})
