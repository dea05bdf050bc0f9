import type { Queries } from '../../database/connect.ts'
import { concerning } from '../../database/rows.ts'
import type { Context } from '../../operations/context.ts'
import type { TaskRow } from '../tasks/tables.ts'
import { taskKind } from '../tasks/task.ts'

export interface Unblocked {
  id: string
  key: string
  title: string
}

/** Whether work is left on it, so that what it blocks has to wait. The database says the same with `open`. */
export function isOpen({ status, deleted_at }: Pick<TaskRow, 'status' | 'deleted_at'>): boolean {
  return deleted_at === null && status !== 'complete' && status !== 'cancelled'
}

export const open = (task: string) =>
  `${task}.deleted_at is null and ${task}.status not in ('complete', 'cancelled')`

/** The open tasks that block a task. */
export function blockersOf(db: Queries, taskId: string): Promise<Unblocked[]> {
  return db.run<Unblocked>(
    `select b.id, b.key, b.title from dependencies d join tasks b on b.id = d.task_id
      where d.other_id = $1 and d.kind = 'blocks' and ${open('b')} order by b.id`,
    [taskId],
  )
}

/**
 * Counts anew how many open tasks block those that these block, after these were closed, opened, deleted or restored.
 * Answers those of them that can be begun now, and tells of it.
 */
export async function recountBlocked(ctx: Context, taskIds: string[]): Promise<Unblocked[]> {
  const dependents = await ctx.db.run<{ id: string }>(
    `select distinct other_id as id from dependencies where task_id = any($1) and kind = 'blocks'`,
    [taskIds],
  )
  return recountBlockers(
    ctx,
    dependents.map(({ id }) => id),
  )
}

/** The same for the tasks themselves, after what blocks them became more or less. */
export async function recountBlockers(ctx: Context, taskIds: string[]): Promise<Unblocked[]> {
  if (taskIds.length === 0) return []
  // Held before they are counted, in the same order by everybody: of two who close blockers of one task at the same
  // moment, the later one then sees what the earlier one did.
  await ctx.db.run('select 1 from tasks where id = any($1) order by id for no key update', [taskIds])
  const changed = await ctx.db.run<TaskRow>(
    `update tasks t set open_blockers = c.count
       from (select e.id, count(b.id)::int as count
               from unnest($1::uuid[]) as e(id)
               left join dependencies d on d.other_id = e.id and d.kind = 'blocks'
               left join tasks b on b.id = d.task_id and ${open('b')}
              group by e.id) c
      where t.id = c.id and t.open_blockers <> c.count returning t.*`,
    [taskIds],
  )
  const unblocked = changed.filter((task) => task.open_blockers === 0 && isOpen(task))
  for (const task of unblocked)
    ctx.record({ type: 'task.unblocked', ...concerning(taskKind, task), version: task.version })
  return unblocked.map(({ id, key, title }) => ({ id, key, title }))
}
