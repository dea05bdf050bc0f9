import { concerning } from '../../../operations/rows.ts'
import { sql } from '../../../database/sql.ts'
import type { Context } from '../../../operations/context.ts'
import type { TeamRow } from '../tables.ts'
import type { WorkspaceRole, WorkspaceRow } from './tables.ts'
import { workspaceKind } from './workspace.ts'

/** Shares a workspace with a team, or changes the team's role. */
export async function shareWith(ctx: Context, workspace: WorkspaceRow, team: TeamRow, role: WorkspaceRole) {
  const changed = await ctx.db.run(
    sql`insert into workspace_teams (workspace_id, team_id, organization_id, role) values (${workspace.id}, ${team.id}, ${workspace.organization_id}, ${role})
     on conflict (workspace_id, team_id) do update set role = excluded.role
       where workspace_teams.role <> excluded.role
     returning 1`,
  )
  if (changed.length === 0) return
  const data = { teamId: team.id, team: team.slug, role }
  ctx.record({ type: 'workspace.shared', ...concerning(workspaceKind, workspace), data })
}
