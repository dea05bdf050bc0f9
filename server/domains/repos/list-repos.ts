import { z } from 'zod'
import { type Order, keyset, page, pageInput, pageOf } from '../../database/pages.ts'
import { operation } from '../../operations/operation.ts'
import { findProject, visibleProjects } from '../projects/access.ts'
import { projectRef } from '../projects/project.ts'
import { type SeenRepo, fromRepos, listedRepo } from './access.ts'
import { ListedRepo, listedRepoFromRow } from './repo.ts'

const newestFirst: Order = { column: 'r.id', type: 'uuid', descending: true }

export const listRepos = operation({
  id: 'repos.list',
  summary: 'List the connected repositories.',
  http: 'GET /api/repos',
  tool: 'list_repos',
  shows: ['repo', 'project'],
  access: visibleProjects,
  input: z.object({ project: projectRef.optional(), ...pageInput }),
  output: pageOf(ListedRepo),
}).run(async (ctx, input) => {
  const { visible, db, caller } = ctx
  const values: unknown[] = [...visible.values]
  const project = input.project && (await findProject(db, ctx, input.project, false))
  const scope = project ? `r.project_id = $${values.push(project.id)}` : 'r.organization_id = $1'
  const query = { ...input, sort: '-createdAt' }
  const { after, orderAndLimit } = keyset(newestFirst, 'r.id', query, values)
  const rows = await db.run<SeenRepo>(
    `select ${listedRepo}, ${visible.right} as right from ${fromRepos}
      where ${visible.where} and p.deleted_at is null and ${scope} and r.deleted_at is null
        and ${after} ${orderAndLimit}`,
    values,
  )
  return page(
    rows,
    query,
    (row) => [row.id, row.id],
    (row) => listedRepoFromRow(row, caller),
  )
})
