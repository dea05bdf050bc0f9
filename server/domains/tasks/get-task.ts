import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { Dependency } from '../dependencies/dependency.ts'
import { linksOf } from '../dependencies/links-of.ts'
import { onTask } from './access.ts'
import { Task, taskFromRow, taskRef } from './task.ts'

export const getTask = operation({
  id: 'tasks.get',
  summary: 'Show one task, with what it is to others.',
  http: 'GET /api/tasks/:task',
  tool: 'get_task',
  access: onTask('view'),
  input: z.object({ task: taskRef }),
  output: Task.extend({
    dependencies: z.array(Dependency).describe('What it is to other tasks, at most 100 of them.'),
  }),
}).run(async (ctx) => {
  const { items: dependencies } = await linksOf(ctx, ctx.task.id, { limit: 100 })
  return { ...taskFromRow(ctx.task, ctx.project.right, ctx.caller), dependencies }
})
