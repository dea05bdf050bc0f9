import { z } from 'zod'
import { type Order, keysetPage, page, pageInput, pageOf } from '../../database/pages.ts'
import { sql } from '../../database/sql.ts'
import { hasRole } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { onProject } from './access.ts'
import { projectRef } from './project.ts'
import { Share, type ShareWithNames, selectShares, shareFromRow } from './share.ts'

const oldestFirst: Order = { column: 's.id', type: 'uuid', descending: false }

export const listShares = operation({
  id: 'projects.listShares',
  summary: 'List the users and teams that a project is shared with. Guests see only their own share.',
  http: 'GET /api/projects/:project/shares',
  shows: ['project', 'member', 'team', 'team_member', 'user'],
  access: onProject('view'),
  input: z.object({ project: projectRef, ...pageInput }),
  output: pageOf(Share),
}).run(async (ctx, input) => {
  const query = { ...input, sort: 'createdAt' }
  // Guests must not learn about other members or teams.
  const isShown = hasRole(ctx.organization, 'member') ? sql`true` : sql`s.user_id = ${ctx.user.id}`
  const { after, orderAndLimit } = keysetPage(oldestFirst, 's.id', query)
  const rows = await ctx.db.run<ShareWithNames>(
    sql`${selectShares} where s.project_id = ${ctx.project.id} and ${isShown} and ${after} ${orderAndLimit}`,
  )
  return page(
    rows,
    query,
    (row) => [row.id, row.id],
    (row) => shareFromRow(ctx, row),
  )
})
