import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { ItemName } from '../items/item-name.ts'
import { onTasks } from './access-many.ts'
import { blaming } from './bulk.ts'
import { changeTask } from './change-task.ts'
import { taskChangeFields, taskChanges } from './task-changes.ts'
import { Task, forceField, taskRef } from './task.ts'

export const updateManyTasks = operation({
  id: 'tasks.updateMany',
  summary: 'Change the same fields of up to 100 tasks, or move them together: all of them, or none.',
  http: 'PATCH /api/tasks/bulk',
  access: onTasks('edit'),
  input: z.object({
    tasks: z
      .array(taskRef)
      .min(1)
      .max(100)
      .describe('The tasks: their numbers (WEB-42) or ids. Moved, they stand in this order.')
      .meta({ refers: 'task' }),
    set: z
      .strictObject({ ...taskChangeFields, force: forceField })
      .describe('What to change, as for one task.'),
  }),
  output: z.object({
    tasks: z.array(Task),
    unblocked: z.array(ItemName).describe('The tasks that can be begun now.'),
  }),
}).run(async (ctx, { set: { force, ...asked } }) => {
  // Each goes to the front of those before it, or right behind the same one: the last comes first.
  const backwards = asked.place === 'first' || asked.after !== undefined
  const waiting = backwards ? ctx.tasks.toReversed() : [...ctx.tasks]
  const changed = new Map<string, z.output<typeof Task>>()
  const unblocked = new Map<string, z.output<typeof ItemName>>()
  while (waiting.length > 0) {
    // Those that others of them block come after these.
    const ready = asked.status ? waiting.findIndex((each) => each.task.open_blockers === 0) : 0
    const [{ task, project }] = waiting.splice(Math.max(ready, 0), 1) as [(typeof waiting)[number]]
    const about = { ...ctx, task, project }
    const done = await blaming(async () => changeTask(about, await taskChanges(about, asked), { force }), {
      field: 'set',
      task: task.key,
    })
    changed.set(task.id, done.task)
    for (const each of done.unblocked) unblocked.set(each.id, each)
    for (const each of waiting) if (unblocked.has(each.task.id)) each.task.open_blockers = 0
  }
  return {
    tasks: ctx.tasks.map(({ task }) => changed.get(task.id)!),
    unblocked: [...unblocked.values()].filter(({ id }) => !changed.has(id)),
  }
})
