import { z } from 'zod'
import { sql } from '../../../database/sql.ts'
import { operation } from '../../../operations/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { onProject, requireRight } from '../../projects/access.ts'
import { projectRef } from '../../projects/project.ts'
import { recordView } from './record-view.ts'
import { View, type ViewRow, viewFields, viewFromRow } from './view.ts'

export const createView = operation({
  id: 'views.create',
  summary: 'Save a view of the tasks of a project: filters, sort order and layout under a name.',
  http: 'POST /api/projects/:project/views',
  access: onProject('view'),
  created: true,
  input: z.object({
    project: projectRef,
    name: viewFields.name,
    query: viewFields.query,
    shared: viewFields.shared.default(false),
  }),
  output: View,
}).run(async (ctx, { project: _, ...data }) => {
  const { project, user } = ctx
  if (data.shared) requireRight(project, 'edit')
  const [row] = await ctx.db.run<ViewRow>(
    sql`insert into views (id, organization_id, project_id, owner_id, name, shared, query)
     values (${newId()}, ${project.organization_id}, ${project.id}, ${user.id}, ${data.name}, ${data.shared},
       ${JSON.stringify(data.query)}) returning *`,
  )
  recordView(ctx, 'view.created', { before: row!, after: row! }, { data })
  const seen = { ...row!, project_slug: project.slug, owner_name: user.name, right: project.right }
  return viewFromRow(seen, ctx.caller, user.id)
})
