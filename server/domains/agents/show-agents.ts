import type { z } from 'zod'
import { type Sql, sql } from '../../database/sql.ts'
import type { InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { visibleProjects } from '../projects/access.ts'
import { type Agent, type ShownAgent, agentFromRow } from './agent.ts'
import { skillsSeen } from './skills-of-agent.ts'

export const isOpenTask = sql`t.deleted_at is null and t.status not in ('complete', 'cancelled')`

/**
 * Returns SQL that selects agents `a` for their representation, without their skills. Counts only tasks that the caller
 * can see.
 */
export function selectAgents(granted: InOrganization): Sql {
  const visible = visibleProjects(granted)
  return sql`select a.*, o.name as owner_name, lower(a.name) as sort_value,
      (select max(c.last_used_at) from credentials c where c.agent_id = a.id) as last_used_at,
      (select count(*)::int from tasks t join projects p on p.id = t.project_id
        where t.assignee_agent_id = a.id and ${isOpenTask} and p.deleted_at is null and ${visible.where}) as open_tasks
    from agents a left join users o on o.id = a.owner_id`
}

/** Adds the skills to agent rows and returns their representations by id. */
export async function showAgents(
  ctx: Context & InOrganization,
  rows: ReadAgent[],
): Promise<Map<string, z.output<typeof Agent>>> {
  const skills = await skillsSeen(
    ctx,
    rows.map(({ id }) => id),
  )
  return new Map(rows.map((row) => [row.id, agentFromRow({ ...row, skills: skills.get(row.id)! }, ctx)]))
}

export type ReadAgent = Omit<ShownAgent, 'skills'>

export async function showAgent(ctx: Context & InOrganization, id: string): Promise<z.output<typeof Agent>> {
  const rows = await ctx.db.run<ReadAgent>(sql`${selectAgents(ctx)} where a.id = ${id}`)
  return (await showAgents(ctx, rows)).get(id)!
}
