import { z } from 'zod'
import { pageInput, pageOf } from '../../../database/pages.ts'
import { sql } from '../../../database/sql.ts'
import { operation } from '../../../operations/operation.ts'
import { ListedProject, projectRef } from '../../projects/project.ts'
import { pageOfProjects } from '../team-lists.ts'
import { onWorkspace } from './access.ts'
import { workspaceRef, workspaceKind, Workspace, type WorkspaceRow, showWorkspace } from './workspace.ts'
import { concerning } from '../../../operations/rows.ts'
import type { Context } from '../../../operations/context.ts'
import { findProject } from '../../projects/access.ts'
import { reject } from '../../../errors/errors.ts'

export const listWorkspaceProjects = operation({
  id: 'workspaces.listWorkspaceProjects',
  summary: 'List the projects of a workspace that the caller can see, by name.',
  http: 'GET /api/workspaces/:workspace/projects',
  shows: ['workspace', 'workspace_project', 'workspace_folder', 'device', 'project', 'team', 'team_member'],
  access: onWorkspace('view'),
  input: z.object({ workspace: workspaceRef, ...pageInput }),
  output: pageOf(ListedProject),
}).run((ctx, { workspace: _, ...paging }) =>
  pageOfProjects(
    ctx,
    paging,
    sql`p.id in (select project_id from workspace_projects where workspace_id = ${ctx.workspace.id})`,
  ),
)

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
function recordProject(
  ctx: Context,
  workspace: WorkspaceRow,
  type: 'workspace_project.added' | 'workspace_project.removed',
  projectId: string,
): void {
  ctx.record({ type, ...concerning(workspaceKind, workspace), data: { projectId } })
}

export const addProject = operation({
  id: 'workspaces.addProject',
  summary: 'Add a project to a workspace. The caller must be able to see the project.',
  http: 'POST /api/workspaces/:workspace/projects',
  access: onWorkspace('edit'),
  input: z.object({ workspace: workspaceRef, project: projectRef }),
  output: Workspace,
}).run(async (ctx, input) => {
  const project = await findProject(ctx.db, ctx, input.project, false)
  await addProjects(ctx, ctx.workspace, [project.id])
  return showWorkspace(ctx, ctx.workspace.id)
})

export const removeProject = operation({
  id: 'workspaces.removeProject',
  summary: 'Remove a project from a workspace. The project itself does not change.',
  http: 'DELETE /api/workspaces/:workspace/projects/:project',
  access: onWorkspace('edit'),
  destructive: true,
  input: z.object({ workspace: workspaceRef, project: projectRef }),
  output: Workspace,
}).run(async (ctx, input) => {
  const { workspace } = ctx
  const project = await findProject(ctx.db, ctx, input.project, false)
  const removed = await ctx.db.run(
    sql`delete from workspace_projects where workspace_id = ${workspace.id} and project_id = ${project.id} returning 1`,
  )
  if (removed.length === 0) reject('not_found', { kind: 'project in this workspace', ref: input.project })
  recordProject(ctx, workspace, 'workspace_project.removed', project.id)
  return showWorkspace(ctx, workspace.id)
})
