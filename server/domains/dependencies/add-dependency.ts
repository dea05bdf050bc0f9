import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { onTask } from '../tasks/access.ts'
import { taskRef } from '../tasks/task.ts'
import { Dependency, linkFields } from './dependency.ts'
import { addLink, linking } from './links.ts'

export const addDependency = operation({
  id: 'dependencies.add',
  summary: 'Say that a task blocks, is blocked by, relates to or duplicates another one.',
  http: 'POST /api/tasks/:task/dependencies',
  access: linking(onTask('edit'), () => true),
  input: z.object({ task: taskRef, ...linkFields }),
  output: Dependency.extend({ added: z.boolean().describe('False if it was there already.') }),
}).run(async (ctx, { kind, other: ref }) => {
  const { other, added } = await addLink(ctx, { kind, other: ref, field: 'other' })
  const { id, key, title, status, project } = other
  return { kind, task: { id, key, title, status, project }, added }
})
