import { z } from 'zod'
import { pageInput, pageOf } from '../../../database/pages.ts'
import { sql } from '../../../database/sql.ts'
import { operation } from '../../../operations/operation.ts'
import { ListedProject } from '../../projects/project.ts'
import { pageOfProjects } from '../page-of-projects.ts'
import { onWorkspace } from './access.ts'
import { workspaceRef } from './workspace.ts'

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
