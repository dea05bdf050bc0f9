import { sql } from '../../../database/sql.ts'
import { z } from 'zod'
import { reject } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { findProject } from '../../projects/access.ts'
import { projectRef } from '../../projects/project.ts'
import { onWorkspace } from './access.ts'
import { recordProject } from './projects-in.ts'
import { showWorkspace } from './show-workspaces.ts'
import { Workspace, workspaceRef } from './workspace.ts'

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
