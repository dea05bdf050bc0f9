import { concerning } from '../../../operations/rows.ts'
import { sql } from '../../../database/sql.ts'
import type { Context } from '../../../operations/context.ts'
import type { WorkspaceRow } from './tables.ts'
import { workspaceKind } from './workspace.ts'

/** Adds projects to a workspace and returns how many were new to it. */
export async function addProjects(ctx: Context, workspace: WorkspaceRow, ids: string[]): Promise<number> {
  const added = await ctx.db.run<{ project_id: string }>(
    sql`insert into workspace_projects (workspace_id, project_id, organization_id)
     select ${workspace.id}, id, ${workspace.organization_id} from unnest(${ids}::uuid[]) id on conflict do nothing returning project_id`,
  )
  for (const { project_id } of added) recordProject(ctx, workspace, 'workspace_project.added', project_id)
  return added.length
}

/** Records only the project id, because the workspace's owner receives the event and may not see the project. */
export function recordProject(
  ctx: Context,
  workspace: WorkspaceRow,
  type: 'workspace_project.added' | 'workspace_project.removed',
  projectId: string,
): void {
  ctx.record({ type, ...concerning(workspaceKind, workspace), data: { projectId } })
}
