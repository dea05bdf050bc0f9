import { type Sql, sql } from '../../../database/sql.ts'
import type { InOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { reject } from '../../../errors/errors.ts'
import { visibleProjects } from '../../projects/access.ts'
import type { Edge } from './dependency.ts'

/** Selects all tasks that a task blocks, directly or indirectly. `union` visits each once, even in a dense graph. */
function withReached(taskId: string): Sql {
  return sql`with recursive reached (id) as (
    select ${taskId}::uuid
    union
    select d.other_id from reached r join dependencies d on d.task_id = r.id and d.kind = 'blocks')`
}

/** Selects a row if a task blocks another one, directly or indirectly. */
export function blocksSql(taskId: string, otherId: string): Sql {
  return sql`${withReached(taskId)} select 1 from reached where id = ${otherId} limit 1`
}

/**
 * Rejects a link that closes a cycle, and names the cycle. Tasks in the trash count, because they can be restored. The
 * link is already inserted, and the lock of `lockLinks` excludes concurrent links.
 */
export async function rejectCycle(ctx: Context & InOrganization, { task_id, other_id }: Edge): Promise<void> {
  const [hasCycle] = await ctx.db.run(blocksSql(other_id, task_id))
  if (!hasCycle) return
  const edges = await ctx.db.run<Edge>(
    sql`${withReached(other_id)} select d.task_id, d.other_id from reached r
      join dependencies d on d.task_id = r.id and d.kind = 'blocks'`,
  )
  const cycle = await namesOf(ctx, [task_id, ...shortestPath(edges, other_id, task_id)])
  reject('dependency_cycle', { cycle: cycle.join(' → ') }, { cycle })
}

/** Returns the shortest path between two tasks along "blocks" links, including both ends (breadth-first search). */
function shortestPath(edges: Edge[], from: string, to: string): string[] {
  const blocked = Map.groupBy(edges, ({ task_id }) => task_id)
  const cameFrom = new Map<string, string | null>([[from, null]])
  // A Map iterates over keys that are added during the iteration.
  for (const at of cameFrom.keys()) {
    for (const { other_id } of blocked.get(at) ?? []) if (!cameFrom.has(other_id)) cameFrom.set(other_id, at)
    if (cameFrom.has(to)) break
  }
  const path: string[] = []
  for (let at: string | null | undefined = to; at; at = cameFrom.get(at)) path.unshift(at)
  return path
}

/** Returns the keys of the tasks, and a placeholder for each one that the caller cannot see. */
async function namesOf(ctx: Context & InOrganization, ids: string[]): Promise<string[]> {
  const { where } = visibleProjects(ctx)
  const seen = await ctx.db.run<{ id: string; key: string; deleted: boolean }>(
    sql`select t.id, t.key, t.deleted_at is not null as deleted from tasks t join projects p on p.id = t.project_id
      where ${where} and p.deleted_at is null and t.id = any(${ids})`,
  )
  const names = new Map(seen.map(({ id, key, deleted }) => [id, deleted ? `${key} (in the trash)` : key]))
  return ids.map((id) => names.get(id) ?? 'a task you cannot see')
}
