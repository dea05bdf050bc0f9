import { concerning } from '../../../operations/rows.ts'
import { type Sql, sql } from '../../../database/sql.ts'
import type { InOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import type { ItemName } from '../items/item-name.ts'
import { type OnProject, visibleProjects } from '../../projects/access.ts'
import type { TaskRow } from '../tasks/tables.ts'
import { maxBlockerKeys, taskKind } from '../tasks/task.ts'
import type { z } from 'zod'

type Name = z.output<typeof ItemName>

/** A task that is or was blocked by others. */
export type BlockedTask = Pick<TaskRow, 'id' | 'key' | 'title' | 'project_id'>

/** Checks whether a task is open and so blocks the tasks that depend on it. */
export function isOpen({ status, deleted_at }: Pick<TaskRow, 'status' | 'deleted_at'>): boolean {
  return deleted_at === null && status !== 'complete' && status !== 'cancelled'
}

/** Returns the check of `isOpen` as SQL. Also requires a live project `p`: tasks of a deleted project block nothing. */
function isOpenSql(alias: string): Sql {
  const task = sql.raw(alias)
  return sql`${task}.deleted_at is null and ${task}.status not in ('complete', 'cancelled') and p.deleted_at is null`
}

/** Returns the open blockers that the caller can see, and a text that also counts the hidden ones. */
export async function blockersOf(ctx: Context & InOrganization, taskId: string) {
  const { where } = visibleProjects(ctx)
  const blockers = await ctx.db.run<Name & { seen: boolean }>(
    sql`select b.id, b.key, b.title, (${where}) as seen
       from dependencies d join tasks b on b.id = d.task_id join projects p on p.id = b.project_id
      where d.other_id = ${taskId} and d.kind = 'blocks' and ${isOpenSql('b')} order by b.id`,
  )
  const seen = blockers.filter((blocker) => blocker.seen).map(nameOf)
  return { blockers: seen, named: describeBlockers(seen, blockers.length - seen.length) }
}

/** Returns the numbers of the open blockers of each task, as far as the caller can see them. */
export async function openBlockerKeys(
  ctx: Pick<Context, 'db'> & InOrganization,
  taskIds: readonly string[],
): Promise<Map<string, string[]>> {
  if (taskIds.length === 0) return new Map()
  const { where } = visibleProjects(ctx)
  const rows = await ctx.db.run<{ id: string; keys: string[] }>(
    sql`select d.other_id as id, (array_agg(b.key order by b.id))[1:${sql.raw(maxBlockerKeys)}] as keys
       from dependencies d join tasks b on b.id = d.task_id join projects p on p.id = b.project_id
      where d.other_id = any(${[...taskIds]}::uuid[]) and d.kind = 'blocks' and ${isOpenSql('b')} and ${where}
      group by d.other_id`,
  )
  return new Map(rows.map(({ id, keys }) => [id, keys]))
}

const maxNamed = 10

function describeBlockers(seen: { key: string }[], hidden: number): string {
  const left = seen.length - maxNamed
  const unnamed = hidden === 1 ? 'a task you cannot see' : `${hidden} tasks you cannot see`
  const parts = [
    ...seen.slice(0, maxNamed).map(({ key }) => key),
    ...(left > 0 ? [`${left} more`] : []),
    ...(hidden > 0 ? [unnamed] : []),
  ]
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : parts.join('')
}

/** Returns the names of the tasks that the caller can see. The caller's current project needs no check. */
export async function namesSeen(
  ctx: Context & InOrganization & Partial<Pick<OnProject, 'project'>>,
  tasks: BlockedTask[],
): Promise<Name[]> {
  const otherProjects = tasks.filter(({ project_id }) => project_id !== ctx.project?.id)
  if (otherProjects.length === 0) return tasks.map(nameOf)
  const { where } = visibleProjects(ctx)
  const ids = [...new Set(otherProjects.map(({ project_id }) => project_id))]
  const projects = await ctx.db.run<{ id: string }>(
    sql`select p.id from projects p where ${where} and p.deleted_at is null and p.id = any(${ids})`,
  )
  const seen = new Set([ctx.project?.id, ...projects.map(({ id }) => id)])
  return tasks.filter(({ project_id }) => seen.has(project_id)).map(nameOf)
}

function nameOf({ id, key, title }: Name): Name {
  return { id, key, title }
}

/** Returns the visible tasks for which this task is the last open blocker. */
export function waitingOnlyFor(ctx: Context & InOrganization, taskId: string): Promise<Name[]> {
  const { where } = visibleProjects(ctx)
  return ctx.db.run<Name>(
    sql`select o.id, o.key, o.title
       from dependencies d join tasks o on o.id = d.other_id join projects p on p.id = o.project_id
      where ${where} and d.task_id = ${taskId} and d.kind = 'blocks' and o.open_blockers = 1 and ${isOpenSql('o')}
      order by o.priority_rank desc, o.id limit 20`,
  )
}

/**
 * Recounts the open blockers of the tasks that these tasks block, after these were closed, reopened, deleted or
 * restored. Records an event for each task that became unblocked and returns those tasks.
 */
export async function recountBlocked(ctx: Context, taskIds: string[]): Promise<BlockedTask[]> {
  return recount(
    ctx,
    sql`select other_id from dependencies where task_id = any(${taskIds}) and kind = 'blocks'`,
  )
}

/**
 * Recounts the blockers of the tasks that a deleted or restored project blocks. A restore also recounts the project's
 * own tasks, because recounts skipped them while the project was deleted.
 */
export async function recountBlockedByProject(
  ctx: Context,
  projectId: string,
  { restored }: { restored: boolean },
): Promise<void> {
  const waiting = sql`select d.other_id from tasks b join dependencies d on d.task_id = b.id and d.kind = 'blocks'
    where b.project_id = ${projectId}`
  const inOthers = sql`${waiting} and d.other_id not in (select id from tasks where project_id = ${projectId})`
  await recount(ctx, restored ? waiting : inOthers)
}

/** Recounts the blockers of the tasks themselves, after their links changed. */
export function recountBlockers(ctx: Context, taskIds: string[]): Promise<BlockedTask[]> {
  return recount(ctx, sql`select unnest(${taskIds}::uuid[])`)
}

/** Recounts the blockers of the tasks that the query `selectIds` returns. */
async function recount(ctx: Context, selectIds: Sql): Promise<BlockedTask[]> {
  // Lock the rows before counting, always in the same order. Of two transactions that close blockers of one task, the
  // later one then counts with the changes of the earlier one.
  const locked = await ctx.db.run<{ id: string }>(
    sql`select id from tasks where id in (${selectIds}) order by id for no key update`,
  )
  if (locked.length === 0) return []
  const changed = await ctx.db.run<TaskRow>(
    sql`update tasks t set open_blockers = c.count
       from (select e.id, count(b.id)::int as count
               from unnest(${locked.map(({ id }) => id)}::uuid[]) as e(id)
               left join (dependencies d join tasks b on b.id = d.task_id join projects p on p.id = b.project_id)
                 on d.other_id = e.id and d.kind = 'blocks' and ${isOpenSql('b')}
              group by e.id) c
      where t.id = c.id and t.open_blockers <> c.count returning t.*`,
  )
  const unblocked = changed.filter((task) => task.open_blockers === 0 && isOpen(task))
  for (const task of unblocked) {
    const assignee = assigneeOf(task)
    ctx.record({
      type: 'task.unblocked',
      ...concerning(taskKind, task),
      version: task.version,
      // Lets notifications address the assignee.
      ...(assignee && { data: { assignee } }),
    })
  }
  return unblocked
}

function assigneeOf({ assignee_user_id, assignee_agent_id }: TaskRow) {
  if (assignee_user_id) return { kind: 'user', id: assignee_user_id }
  return assignee_agent_id ? { kind: 'agent', id: assignee_agent_id } : undefined
}
