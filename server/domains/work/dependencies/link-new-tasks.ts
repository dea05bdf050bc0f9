import { sql } from '../../../database/sql.ts'
import type { InOrganization } from '../../../operations/access.ts'
import { actorOf } from '../../../operations/caller.ts'
import type { Context } from '../../../operations/context.ts'
import { anyUuid } from '../../../platform/ids.ts'
import { visibleProjects } from '../../projects/access.ts'
import { recountBlockers } from './blockers.ts'
import { type JournaledTask, type LinkedTask, recordLink } from './links.ts'

/** A link of a plan: the blocker, and the new task that it blocks. */
export interface BlockingLink {
  blocker: JournaledTask
  blocked: JournaledTask
}

/**
 * Links new tasks to the tasks that block them. A new task has no other links, so only the tasks of one call can form a
 * cycle. The caller excludes that, and no lock on the links of the organization is needed.
 */
export async function linkNewTasks(ctx: Context & InOrganization, links: BlockingLink[]): Promise<void> {
  if (links.length === 0) return
  const blockers = links.map(({ blocker }) => blocker.id)
  const blocked = links.map(({ blocked: task }) => task.id)
  await ctx.db.run(
    sql`insert into dependencies (task_id, other_id, organization_id, kind, created_by)
      select task_id, other_id, ${ctx.organization.id}, 'blocks', ${JSON.stringify(actorOf(ctx.caller))}
        from unnest(${blockers}::uuid[], ${blocked}::uuid[]) as link(task_id, other_id)`,
  )
  await ctx.db.run(
    sql`update tasks t set blocking = t.blocking + added.count
      from (select id, count(*)::int as count from unnest(${blockers}::uuid[]) as each(id) group by id) added
     where t.id = added.id`,
  )
  await recountBlockers(ctx, [...new Set(blocked)])
  for (const { blocker, blocked: task } of links) recordLink(ctx, 'task.linked', task, 'blocked_by', blocker)
}

/** Finds tasks that the caller can see, by number or id. Locks them and their projects, as a single new link does. */
export async function lockBlockers(
  ctx: Context & InOrganization,
  refs: readonly string[],
): Promise<Map<string, LinkedTask>> {
  if (refs.length === 0) return new Map()
  const { where } = visibleProjects(ctx)
  const ids = refs.filter((ref) => anyUuid.test(ref))
  const keys = refs.filter((ref) => !anyUuid.test(ref)).map((ref) => ref.toUpperCase())
  const found = await ctx.db.run<LinkedTask>(
    sql`select t.id, t.organization_id, t.project_id, t.key, t.version, t.title, t.status, p.slug as project
       from tasks t join projects p on p.id = t.project_id
      where ${where} and p.deleted_at is null and t.deleted_at is null and t.organization_id = ${ctx.organization.id}
        and (t.id = any(${ids}::uuid[]) or t.key = any(${keys}::text[]))
      order by t.id for no key update of t for key share of p`,
  )
  return new Map(found.flatMap((task) => [[task.id, task] as const, [task.key, task] as const]))
}
