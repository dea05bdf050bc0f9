import { z } from 'zod'
import { deleteRow } from '../../../operations/rows.ts'
import type { Context } from '../../../operations/context.ts'
import { operation } from '../../../operations/operation.ts'
import { recountBlocked } from '../dependencies/blockers.ts'
import { Deleted, deletedResponse } from '../../../operations/deleted.ts'
import { type OnTask, onTask } from './access.ts'
import { requireClaimOrForce } from './require-claim.ts'
import type { TaskRow } from './tables.ts'
import { taskKind, taskRef } from './task.ts'

export const deleteTask = operation({
  id: 'tasks.delete',
  summary: 'Move a task to the trash for 30 days.',
  http: 'DELETE /api/tasks/:task',
  tool: { name: 'delete_task', hint: 'To abandon work, cancel it with update_task.' },
  access: onTask('edit'),
  destructive: true,
  input: z.object({ task: taskRef }),
  output: Deleted,
}).run(trashTask)

/** Moves a task to the trash, and updates the tasks that it blocks. */
export async function trashTask(ctx: Context & OnTask): Promise<z.output<typeof Deleted>> {
  // The claim stays, so that a restore is complete. A person can delete a task that an agent holds: it is restorable.
  await requireClaimOrForce(ctx, { force: true })
  const deleted = await deleteRow<TaskRow>(ctx, taskKind, ctx.task)
  await recountBlocked(ctx, [deleted.id])
  return deletedResponse(taskKind, deleted)
}
