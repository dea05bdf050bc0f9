import type { z } from 'zod'
import { type InOrganization, hasRole } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { projectsSeenBy } from '../projects/access.ts'
import { type Agent, type ShownAgent, agentFromRow } from './agent.ts'
import { skillSeen } from './skills-of-agent.ts'

export const isOpenTask = `t.deleted_at is null and t.status not in ('complete', 'cancelled')`

/**
 * Reads agents `a` with all that their shape shows whoever asks: of their skills and their tasks, what they see. The
 * first parameters are those of `projectsSeenBy`.
 */
export function selectAgents(asking: InOrganization): string {
  const visible = projectsSeenBy(asking)
  return `select a.*, o.name as owner_name, lower(a.name) as sort_value,
      (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'slug', s.slug, 'name', s.name) order by k.place), '[]')
         from agent_skills k join skills s on s.id = k.skill_id
        where k.agent_id = a.id and s.deleted_at is null and ${skillSeen(hasRole(asking.organization, 'admin'))}) as skills,
      (select max(c.last_used_at) from credentials c where c.agent_id = a.id) as last_used_at,
      (select count(*)::int from tasks t join projects p on p.id = t.project_id
        where t.assignee_agent_id = a.id and ${isOpenTask} and p.deleted_at is null and ${visible.where}) as open_tasks
    from agents a left join users o on o.id = a.owner_id`
}

export async function showAgent(ctx: Context & InOrganization, id: string): Promise<z.output<typeof Agent>> {
  const [row] = await ctx.db.run<ShownAgent>(`${selectAgents(ctx)} where a.id = $5`, [
    ...projectsSeenBy(ctx).values,
    id,
  ])
  return agentFromRow(row!, ctx)
}
