import type { z } from 'zod'
import { type Sql, sql } from '../../../database/sql.ts'
import type { InOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { visibleProjects } from '../../projects/access.ts'
import { workspacesVisibleTo } from './access.ts'
import { type ShownWorkspace, type Workspace, workspaceFromRow } from './workspace.ts'

/**
 * Builds the query for workspaces `w` with all data of the API response. Counts only projects that the caller can see,
 * and includes only folders on their own devices.
 */
export function selectWorkspaces(granted: InOrganization): Sql {
  return sql`select w.*, ${workspacesVisibleTo(granted).right} as right, u.name as owner_name,
      (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'slug', t.slug, 'name', t.name, 'role', wt.role)
                                 order by lower(t.name), t.id), '[]')
         from workspace_teams wt join teams t on t.id = wt.team_id where wt.workspace_id = w.id) as teams,
      (select count(*)::int from workspace_projects wp join projects p on p.id = wp.project_id
        where wp.workspace_id = w.id and p.deleted_at is null and ${visibleProjects(granted).where}) as project_count,
      (select coalesce(jsonb_agg(jsonb_build_object('device', jsonb_build_object('id', d.id, 'name', d.name),
                                                    'path', f.path, 'localId', f.local_id)
                                 order by lower(d.name), d.id), '[]')
         from workspace_folders f join devices d on d.id = f.device_id
        where f.workspace_id = w.id and d.user_id = ${granted.user.id}) as folders
    from workspaces w join users u on u.id = w.owner_id`
}

/**
 * Returns workspaces without an access check, because a caller who transfers a workspace receives it although they
 * can't see it anymore. Pass only ids that the caller can see or has just changed.
 */
export async function showWorkspaces(
  ctx: Context & InOrganization,
  ids: string[],
): Promise<Map<string, z.output<typeof Workspace>>> {
  const rows = await ctx.db.run<ShownWorkspace>(
    sql`${selectWorkspaces(ctx)} where w.organization_id = ${ctx.organization.id} and w.id = any(${ids}::uuid[])`,
  )
  return new Map(rows.map((row) => [row.id, workspaceFromRow(row, ctx.caller)]))
}

export async function showWorkspace(ctx: Context & InOrganization, id: string) {
  return (await showWorkspaces(ctx, [id])).get(id)!
}
