import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { ItemName } from '../items/item-name.ts'
import { onTask } from '../tasks/access.ts'
import { taskRef } from '../tasks/task.ts'
import { namesSeen } from './blockers.ts'
import { linkFields } from './dependency.ts'
import { linking, removeLink } from './links.ts'

export const removeDependency = operation({
  id: 'dependencies.remove',
  summary: 'Remove a link between two tasks.',
  http: 'DELETE /api/tasks/:task/dependencies',
  access: linking(onTask('edit'), () => true),
  destructive: true,
  input: z.object({ task: taskRef, ...linkFields }),
  output: z.object({
    removed: z.boolean().describe("False if the link didn't exist."),
    unblocked: z.array(ItemName).describe('The task that this unblocked, if any.'),
  }),
}).run(async (ctx, { kind, other }) => {
  const { removed, unblocked } = await removeLink(ctx, { kind, other, field: 'other' })
  return { removed, unblocked: await namesSeen(ctx, unblocked) }
})
