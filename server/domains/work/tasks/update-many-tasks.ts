import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { ItemName } from '../items/item-name.ts'
import { onTasks } from './access-many.ts'
import { withErrorContext } from './bulk.ts'
import { changeTask } from './change-task.ts'
import { taskChangeFields, taskChanges } from './task-changes.ts'
import { Task, forceField, taskRef } from './task.ts'

export const updateManyTasks = operation({
  id: 'tasks.updateMany',
  summary: 'Update the same fields of up to 100 tasks, or move them together. Either all change or none.',
  http: 'PATCH /api/tasks/bulk',
  access: onTasks('edit'),
  input: z.object({
    tasks: z
      .array(taskRef)
      .min(1)
      .max(100)
      .describe('Task numbers (WEB-42) or ids, at most 100. A move keeps this order.')
      .meta({ refers: 'task' }),
    set: z
      .strictObject({ ...taskChangeFields, force: forceField })
      .describe('Fields to change, as in tasks.update.'),
  }),
  output: z.object({
    tasks: z.array(Task),
    unblocked: z.array(ItemName).describe('Tasks that are ready now.'),
  }),
}).run(async (ctx, { set: { force, ...input } }) => {
  // Each task moves in front of the previous one, so these moves run in reverse to keep the given order.
  const isReversed = input.place === 'first' || input.after !== undefined
  const remaining = isReversed ? ctx.tasks.toReversed() : [...ctx.tasks]
  const changed = new Map<string, z.output<typeof Task>>()
  const unblocked = new Map<string, z.output<typeof ItemName>>()
  while (remaining.length > 0) {
    // Tasks that others of this batch block come after their blockers.
    const ready = input.status ? remaining.findIndex((each) => each.task.open_blockers === 0) : 0
    const [{ task, project }] = remaining.splice(Math.max(ready, 0), 1) as [(typeof remaining)[number]]
    const onTask = { ...ctx, task, project }
    const change = async () => changeTask(onTask, await taskChanges(onTask, input), { force })
    const result = await withErrorContext(change, { field: 'set', task: task.key })
    changed.set(task.id, result.task)
    for (const each of result.unblocked) unblocked.set(each.id, each)
    for (const each of remaining) if (unblocked.has(each.task.id)) each.task.open_blockers = 0
  }
  return {
    tasks: ctx.tasks.map(({ task }) => changed.get(task.id)!),
    unblocked: [...unblocked.values()].filter(({ id }) => !changed.has(id)),
  }
})
