import { z } from 'zod'
import { type Order, keysetPage, page, pageInput, pageOf } from '../../database/pages.ts'
import { sql } from '../../database/sql.ts'
import { operation } from '../../operations/operation.ts'
import { findProject, inVisibleProjects } from '../projects/access.ts'
import { projectRef } from '../projects/project.ts'
import { type SeenRepo, fromRepos, listedRepo } from './access.ts'
import { ListedRepo, listedRepoFromRow } from './repo.ts'

const newestFirst: Order = { column: 'r.id', type: 'uuid', descending: true }

export const listRepos = operation({
  id: 'repos.list',
  summary: 'List the connected repositories.',
  http: 'GET /api/repos',
  tool: { name: 'list_repos' },
  shows: ['repo', 'project'],
  access: inVisibleProjects,
  input: z.object({ project: projectRef.optional(), ...pageInput }),
  output: pageOf(ListedRepo),
}).run(async (ctx, input) => {
  const { visibleProjects: visible, db, caller } = ctx
  const project = input.project && (await findProject(db, ctx, input.project, false))
  const scope = project ? sql`r.project_id = ${project.id}` : sql`r.organization_id = ${ctx.organization.id}`
  const query = { ...input, sort: '-createdAt' }
  const { after, orderAndLimit } = keysetPage(newestFirst, 'r.id', query)
  const rows = await db.run<SeenRepo>(
    sql`select ${listedRepo}, ${visible.right} as right from ${fromRepos}
      where ${visible.where} and p.deleted_at is null and ${scope} and r.deleted_at is null
        and ${after} ${orderAndLimit}`,
  )
  return page(
    rows,
    query,
    (row) => [row.id, row.id],
    (row) => listedRepoFromRow(row, caller),
  )
})
