import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { onTask } from './access.ts'
import { Task, taskFromRow, taskRef } from './task.ts'

export const getTask = operation({
  id: 'tasks.get',
  summary: 'Show one task.',
  http: 'GET /api/tasks/:task',
  tool: 'get_task',
  access: onTask('view'),
  input: z.object({ task: taskRef }),
  output: Task,
}).run(async (ctx) => taskFromRow(ctx.task, ctx.project.right, ctx.caller))
