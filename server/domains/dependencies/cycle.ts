import type { InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { reject } from '../../operations/errors.ts'
import { projectsSeenBy } from '../projects/access.ts'
import type { Edge } from './dependency.ts'

/** Everything that has to wait for a task, however far away. Each is visited once, so no tangle makes it slow. */
const reached = `with recursive reached (id) as (
    select $1::uuid
    union
    select d.other_id from reached r join dependencies d on d.task_id = r.id and d.kind = 'blocks')`

/** Whether the one waits for the other, over any number of tasks: `$1` is the one that blocks, `$2` the other. */
export const waitsFor = `${reached} select 1 from reached where id = $2 limit 1`

/**
 * Refuses a link that closes a circle, in which each task would wait for the next, and names the circle. What is in the
 * trash counts: it may come back. The link is there already, and nobody else adds one meanwhile.
 */
export async function rejectCycle(ctx: Context & InOrganization, { task_id, other_id }: Edge): Promise<void> {
  const [closed] = await ctx.db.run(waitsFor, [other_id, task_id])
  if (!closed) return
  const edges = await ctx.db.run<Edge>(
    `${reached} select d.task_id, d.other_id from reached r join dependencies d on d.task_id = r.id and d.kind = 'blocks'`,
    [other_id],
  )
  const cycle = await namesOf(ctx, [task_id, ...shortestPath(edges, other_id, task_id)])
  reject('dependency_cycle', { cycle: cycle.join(' → ') }, { cycle })
}

/** From one task to another along what each blocks; both are part of it. */
function shortestPath(edges: Edge[], from: string, to: string): string[] {
  const blocked = Map.groupBy(edges, ({ task_id }) => task_id)
  const cameFrom = new Map<string, string | null>([[from, null]])
  // What is added while it is walked is walked too.
  for (const at of cameFrom.keys()) {
    for (const { other_id } of blocked.get(at) ?? []) if (!cameFrom.has(other_id)) cameFrom.set(other_id, at)
    if (cameFrom.has(to)) break
  }
  const path: string[] = []
  for (let at: string | null | undefined = to; at; at = cameFrom.get(at)) path.unshift(at)
  return path
}

/** What the caller may know of these tasks. */
async function namesOf(ctx: Context & InOrganization, ids: string[]): Promise<string[]> {
  const visible = projectsSeenBy(ctx)
  const seen = await ctx.db.run<{ id: string; key: string; deleted: boolean }>(
    `select t.id, t.key, t.deleted_at is not null as deleted from tasks t join projects p on p.id = t.project_id
      where ${visible.where} and p.deleted_at is null and t.id = any($5)`,
    [...visible.values, ids],
  )
  const names = new Map(seen.map(({ id, key, deleted }) => [id, deleted ? `${key} (in the trash)` : key]))
  return ids.map((id) => names.get(id) ?? 'a task you cannot see')
}
