import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { findProject } from '../../projects/access.ts'
import { projectRef } from '../../projects/project.ts'
import { onWorkspace } from './access.ts'
import { addProjects } from './projects-in.ts'
import { showWorkspace } from './show-workspaces.ts'
import { Workspace, workspaceRef } from './workspace.ts'

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
