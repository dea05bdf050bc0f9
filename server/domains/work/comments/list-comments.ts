import { z } from 'zod'
import { type Order, keyset, page, pageInput, pageOf } from '../../../database/pages.ts'
import { operation } from '../../../operations/operation.ts'
import { itemRef, onItem } from '../items/access.ts'
import { Comment, commentFromRow } from './comment.ts'
import type { CommentRow } from './tables.ts'

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
  const values: unknown[] = [ctx.item.id]
  const { after, orderAndLimit } = keyset(orders[input.sort], 'c.id', input, values)
  const rows = await ctx.db.run<CommentRow>(
    `select c.* from comments c where c.subject_id = $1 and c.deleted_at is null and ${after} ${orderAndLimit}`,
    values,
  )
  return page(
    rows,
    input,
    (row) => [row.id, row.id],
    (row) => commentFromRow(row, ctx.project.right, ctx.caller),
  )
})
