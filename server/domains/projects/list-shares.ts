import { z } from 'zod'
import { type Order, keyset, page, pageInput, pageOf } from '../../database/pages.ts'
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
  const onlyOwn = hasRole(ctx.organization, 'member') ? null : ctx.user.id
  const values: unknown[] = [ctx.project.id, onlyOwn]
  const { after, orderAndLimit } = keyset(oldestFirst, 's.id', query, values)
  const rows = await ctx.db.run<ShareWithNames>(
    `${selectShares.text} where s.project_id = $1 and ($2::uuid is null or s.user_id = $2) and ${after} ${orderAndLimit}`,
    values,
  )
  return page(
    rows,
    query,
    (row) => [row.id, row.id],
    (row) => shareFromRow(ctx, row),
  )
})
