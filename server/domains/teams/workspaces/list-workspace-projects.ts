import { z } from 'zod'
import { keyset, page, pageInput, pageOf } from '../../../database/pages.ts'
import { operation } from '../../../operations/operation.ts'
import { type SeenProject, projectsSeenBy } from '../../projects/access.ts'
import { ListedProject, listedProjectFromRow } from '../../projects/project.ts'
import { onWorkspace } from './access.ts'
import { workspaceRef } from './workspace.ts'

const byName = { column: 'lower(p.name)', type: 'text', descending: false } as const

export const listWorkspaceProjects = operation({
  id: 'workspaces.listWorkspaceProjects',
  summary: 'List the projects of a workspace that the caller can see, by name.',
  http: 'GET /api/workspaces/:workspace/projects',
  shows: ['workspace', 'workspace_project', 'workspace_folder', 'device', 'project', 'team', 'team_member'],
  access: onWorkspace('view'),
  input: z.object({ workspace: workspaceRef, ...pageInput }),
  output: pageOf(ListedProject),
}).run(async (ctx, { limit, cursor }) => {
  const visible = projectsSeenBy(ctx)
  const values = [...visible.values, ctx.workspace.id]
  const pageRequest = { limit, cursor, sort: 'name' }
  const { after, orderAndLimit } = keyset(byName, 'p.id', pageRequest, values)
  const rows = await ctx.db.run<SeenProject & { sort_value: string }>(
    `select p.*, ${visible.right} as right, lower(p.name) as sort_value
       from workspace_projects wp join projects p on p.id = wp.project_id
      where ${visible.where} and p.deleted_at is null and wp.workspace_id = $5 and ${after} ${orderAndLimit}`,
    values,
  )
  return page(
    rows,
    pageRequest,
    (row) => [row.sort_value, row.id],
    (row) => listedProjectFromRow(row, ctx.caller),
  )
})
