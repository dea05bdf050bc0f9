import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { onTask } from '../tasks/access.ts'
import { taskRef } from '../tasks/task.ts'
import { Dependency, linkFields } from './dependency.ts'
import { addLink, linking } from './links.ts'

export const addDependency = operation({
  id: 'dependencies.add',
  summary: 'Link a task to another one that it blocks, is blocked by, relates to or duplicates.',
  http: 'POST /api/tasks/:task/dependencies',
  access: linking(onTask('edit'), () => true),
  input: z.object({ task: taskRef, ...linkFields }),
  output: Dependency.extend({ added: z.boolean().describe('False if the link already existed.') }),
}).run(async (ctx, { kind, other: ref }) => {
  const { other, added } = await addLink(ctx, { kind, other: ref, field: 'other' })
  const { id, key, title, status, project } = other
  return { kind, task: { id, key, title, status, project }, added }
})
