import { z } from 'zod'
import { type Order, keysetPage, page, pageInput, pageOf } from '../../../database/pages.ts'
import { sql } from '../../../database/sql.ts'
import { operation } from '../../../operations/operation.ts'
import { onProject } from '../../projects/access.ts'
import { projectRef } from '../../projects/project.ts'
import { type SeenView, View, fromViews, seenView, viewFromRow } from './view.ts'

const oldestFirst: Order = { column: 'v.id', type: 'uuid', descending: false }

export const listViews = operation({
  id: 'views.list',
  summary: 'List your own and the shared views of a project, oldest first.',
  http: 'GET /api/projects/:project/views',
  shows: ['view', 'project'],
  access: onProject('view'),
  input: z.object({ project: projectRef, ...pageInput }),
  output: pageOf(View),
}).run(async (ctx, input) => {
  const { project, user, caller } = ctx
  const request = { ...input, sort: 'createdAt' }
  const { after, orderAndLimit } = keysetPage(oldestFirst, 'v.id', request)
  const rows = await ctx.db.run<SeenView>(
    sql`select ${seenView} from ${fromViews}
      where v.project_id = ${project.id} and (v.shared or v.owner_id = ${user.id}) and ${after} ${orderAndLimit}`,
  )
  return page(
    rows,
    request,
    (row) => [row.id, row.id],
    (row) => viewFromRow({ ...row, right: project.right }, caller, user.id),
  )
})
