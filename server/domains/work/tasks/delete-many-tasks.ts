import { z } from 'zod'
import { Deleted } from '../../../operations/deleted.ts'
import { operation } from '../../../operations/operation.ts'
import { maxBulkTasks, onTasks } from './access-many.ts'
import { withErrorContext } from './bulk.ts'
import { trashTask } from './delete-task.ts'
import { taskRef } from './task.ts'

export const deleteManyTasks = operation({
  id: 'tasks.deleteMany',
  summary: 'Move up to 200 tasks to the trash for 30 days. Either all are deleted or none.',
  http: 'POST /api/tasks/bulk/delete',
  access: onTasks('edit'),
  destructive: true,
  input: z.object({
    tasks: z
      .array(taskRef)
      .min(1)
      .max(maxBulkTasks)
      .describe(`Task numbers (WEB-42) or ids, at most ${maxBulkTasks}.`)
      .meta({ refers: 'task' }),
  }),
  output: z.object({ tasks: z.array(Deleted) }),
}).run(async (ctx) => {
  const tasks: z.output<typeof Deleted>[] = []
  for (const { task, project } of ctx.tasks)
    tasks.push(await withErrorContext(() => trashTask({ ...ctx, task, project }), { task: task.key }))
  return { tasks }
})
