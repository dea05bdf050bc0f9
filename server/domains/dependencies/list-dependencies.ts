import { z } from 'zod'
import { pageInput, pageOf } from '../../database/pages.ts'
import { operation } from '../../operations/operation.ts'
import { onTask } from '../tasks/access.ts'
import { taskRef } from '../tasks/task.ts'
import { Dependency } from './dependency.ts'
import { linksOf } from './links-of.ts'

export const listDependencies = operation({
  id: 'dependencies.list',
  summary: 'List what a task is to others: what it blocks, what blocks it, relates to it or is the same.',
  http: 'GET /api/tasks/:task/dependencies',
  access: onTask('view'),
  input: z.object({ task: taskRef, ...pageInput }),
  output: pageOf(Dependency),
}).run((ctx, { limit, cursor }) => linksOf(ctx, ctx.task.id, { limit, cursor }))
