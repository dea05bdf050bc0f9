import { z } from 'zod'
import { type Order, keysetPage, page, pageInput, pageOf } from '../../../database/pages.ts'
import { sql } from '../../../database/sql.ts'
import { operation } from '../../../operations/operation.ts'
import { itemRef, onItem } from '../items/access.ts'
import { Comment, type CommentRow, commentFromRow } from './comment.ts'

const orders = {
  createdAt: { column: 'c.id', type: 'uuid', descending: false },
  '-createdAt': { column: 'c.id', type: 'uuid', descending: true },
} as const satisfies Record<string, Order>

export const listComments = operation({
  id: 'comments.list',
  summary: 'List the comments on an epic, story, task or feature.',
  http: 'GET /api/comments',
  shows: ['comment', 'user'],
  access: onItem('view'),
  input: z.object({
    item: itemRef,
    sort: z
      .enum(['createdAt', '-createdAt'])
      .default('createdAt')
      .describe('Sort order: oldest first (default) or newest first.'),
    ...pageInput,
  }),
  output: pageOf(Comment),
}).run(async (ctx, input) => {
  const { after, orderAndLimit } = keysetPage(orders[input.sort], 'c.id', input)
  const rows = await ctx.db.run<CommentRow>(
    sql`select c.* from comments c where c.subject_id = ${ctx.item.id} and c.deleted_at is null and ${after} ${orderAndLimit}`,
  )
  return page(
    rows,
    input,
    (row) => [row.id, row.id],
    (row) => commentFromRow(row, ctx.project.right, ctx.caller),
  )
})
