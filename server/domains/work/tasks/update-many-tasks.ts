import { z } from 'zod'
import { rejectField } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { ItemName } from '../items/item-name.ts'
import { maxBulkTasks, onTasks } from './access-many.ts'
import { changeTasks } from './change-many-tasks.ts'
import { taskChangeFields } from './task-changes.ts'
import { Task, forceField, taskRef } from './task.ts'

/** The fields that can differ between the tasks of one change. A position can't: the tasks move together. */
const { place: _, before: __, after: ___, ...ownFields } = taskChangeFields

export const updateManyTasks = operation({
  id: 'tasks.updateMany',
  summary:
    'Update up to 200 tasks with the same fields or with fields of their own. Either all change or none.',
  http: 'PATCH /api/tasks/bulk',
  access: onTasks('edit'),
  input: z.object({
    tasks: z
      .array(taskRef)
      .min(1)
      .max(maxBulkTasks)
      .describe(`Task numbers (WEB-42) or ids, at most ${maxBulkTasks}. A move keeps this order.`)
      .meta({ refers: 'task' }),
    set: z
      .strictObject({ ...taskChangeFields, force: forceField })
      .default({ force: false })
      .describe('Fields to change in every task, as in tasks.update.'),
    each: z
      .array(z.strictObject(ownFields))
      .max(maxBulkTasks)
      .optional()
      .describe('Fields to change in one task each, in the order of tasks. They replace those of set.'),
  }),
  output: z.object({
    tasks: z.array(Task),
    unblocked: z.array(ItemName).describe('Tasks that are ready now.'),
  }),
}).run(async (ctx, { tasks: refs, each = [], set: { force, ...shared } }) => {
  const own = ownChanges(refs, each, ctx.tasks)
  // Each task moves in front of the previous one, so these moves run in reverse to keep the given order.
  const isReversed = shared.place === 'first' || shared.after !== undefined
  const changeOf = ({ id }: { id: string }) => ({
    change: { ...shared, ...own.get(id) },
    field: own.has(id) ? 'each' : 'set',
  })
  const ordered = isReversed ? ctx.tasks.toReversed() : ctx.tasks
  const { changed, unblocked } = await changeTasks(ctx, ordered, changeOf, force)
  return { tasks: ctx.tasks.map(({ task }) => changed.get(task.id)!), unblocked }
})

type OwnChange = z.output<z.ZodObject<typeof ownFields>>

/** Returns the changes of single tasks by task id. */
function ownChanges(
  refs: string[],
  each: OwnChange[],
  tasks: { task: { id: string; key: string } }[],
): Map<string, OwnChange> {
  if (each.length > 0 && (each.length !== refs.length || tasks.length !== refs.length))
    rejectField('each', '"each" needs one entry for each task of "tasks", without duplicates.')
  return new Map(each.map((change, index) => [tasks[index]!.task.id, change]))
}
