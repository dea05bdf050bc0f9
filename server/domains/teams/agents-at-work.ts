import { type Sql, sql } from '../../database/sql.ts'
import type { Context } from '../../operations/context.ts'
import { visibleProjects } from '../projects/access.ts'
import type { OnTeam } from './access.ts'

export interface AgentAtWork {
  id: string
  name: string
  role: string
  open_tasks: number
  last_used_at: string | null
  sort_value: string
}

/**
 * Builds a query for the agents `a` that work for a team. An agent counts if a team member holds a valid token for it,
 * or if it has open tasks in the team's projects. Projects that the caller can't see don't count. A token that is bound
 * to a project counts only if the project belongs to the team.
 */
export function agentsAtWork({ caller, organization, team, user }: Context & OnTeam): Sql {
  const visible = visibleProjects({ caller, organization, user })
  return sql`
    with seen as (
      select p.id from projects p where p.team_id = ${team.id} and ${visible.where} and p.deleted_at is null
    ), tokens as (
      select c.agent_id as id, max(c.last_used_at) as last_used_at
        from team_members t
        join organization_members m on m.organization_id = t.organization_id and m.user_id = t.user_id
        join users u on u.id = t.user_id and u.suspended_at is null
        join credentials c on c.user_id = t.user_id and c.organization_id = t.organization_id
       where t.team_id = ${team.id} and c.kind = 'mcp_token' and c.agent_id is not null and c.revoked_at is null
         and (c.expires_at is null or c.expires_at > now())
         and (c.project_id is null or c.project_id in (select id from seen))
       group by c.agent_id
    ), open as (
      select assignee_agent_id as id, count(*)::int as tasks from tasks
       where project_id in (select id from seen) and assignee_agent_id is not null and deleted_at is null
         and status not in ('complete', 'cancelled')
       group by assignee_agent_id
    )
    select a.id, a.name, a.role, lower(a.name) as sort_value, coalesce(o.tasks, 0) as open_tasks, k.last_used_at
      from agents a left join tokens k on k.id = a.id left join open o on o.id = a.id
     where a.organization_id = ${organization.id} and a.deleted_at is null and (k.id is not null or o.id is not null)`
}
