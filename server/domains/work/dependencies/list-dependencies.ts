import { z } from 'zod'
import { pageInput, pageOf } from '../../../database/pages.ts'
import { operation } from '../../../operations/operation.ts'
import { onTask } from '../tasks/access.ts'
import { taskRef } from '../tasks/task.ts'
import { Dependency } from './dependency.ts'
import { linksOf } from './links-of.ts'

export const listDependencies = operation({
  id: 'dependencies.list',
  summary: 'List the links of a task: tasks that it blocks, is blocked by, relates to or duplicates.',
  http: 'GET /api/tasks/:task/dependencies',
  shows: ['task'],
  access: onTask('view'),
  input: z.object({ task: taskRef, ...pageInput }),
  output: pageOf(Dependency),
}).run((ctx, { limit, cursor }) => linksOf(ctx, ctx.task.id, { limit, cursor }))
