import type { z } from 'zod'
import type { InOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import type { ProjectRight } from '../../projects/access.ts'
import { openBlockerKeys } from '../dependencies/blockers.ts'
import { type ShownTask, type Task, taskFromRow } from './task.ts'

type Showing = Pick<Context, 'db'> & InOrganization

/** Returns a function that converts rows to the API shape, with the numbers of the tasks that block them. */
export async function taskConverter(ctx: Showing, rows: readonly ShownTask[]) {
  const blocked = rows.filter(({ open_blockers }) => open_blockers > 0).map(({ id }) => id)
  const keys = await openBlockerKeys(ctx, blocked)
  return (row: ShownTask, right: ProjectRight): z.output<typeof Task> =>
    taskFromRow(row, { right, caller: ctx.caller, blockedBy: keys.get(row.id) ?? [] })
}

export async function showTask(
  ctx: Showing,
  row: ShownTask,
  right: ProjectRight,
): Promise<z.output<typeof Task>> {
  return (await taskConverter(ctx, [row]))(row, right)
}
