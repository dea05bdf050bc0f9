import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { itemRef, onItem } from '../items/access.ts'
import { addComment } from './add-comment.ts'
import { Comment, bodyField, type CommentRow, commentFromRow, commentKind, commentRef } from './comment.ts'
import { type Order, pageInput, pageOf, readPage } from '../../../database/pages.ts'
import { sql } from '../../../database/sql.ts'
import { databaseTime } from '../../../database/clock.ts'
import { changeRow, deleteRow } from '../../../operations/rows.ts'
import type { Context } from '../../../operations/context.ts'
import { type OnComment, editsComment, deletesComment } from './access.ts'
import { Deleted, deletedResponse } from '../../../operations/deleted.ts'

export const createComment = operation({
  id: 'comments.create',
  summary: 'Comment on an epic, story, task or feature.',
  http: 'POST /api/comments',
  access: onItem('edit'),
  created: true,
  input: z.object({ item: itemRef, body: bodyField }),
  output: Comment,
}).run((ctx, { body }) => addComment(ctx, ctx.item, body))

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
  return readPage(
    ctx.db,
    input,
    { ...orders[input.sort], sort: input.sort, id: 'c.id' },
    ({ after, orderAndLimit }) =>
      sql`select c.* from comments c where c.subject_id = ${ctx.item.id} and c.deleted_at is null and ${after} ${orderAndLimit}`,
    (row: CommentRow) => commentFromRow(row, ctx.project.right, ctx.caller),
  )
})

/** Changes the body and sets `edited_at`, so that readers see the edit. */
export async function changeComment(ctx: Context & OnComment, body: string) {
  const { comment, project } = ctx
  const edited_at = body === comment.body ? comment.edited_at : databaseTime()
  const after = await changeRow<CommentRow>(ctx, commentKind, comment, { body, edited_at })
  return commentFromRow(after, project.right, ctx.caller)
}

export const updateComment = operation({
  id: 'comments.update',
  summary: 'Edit your own comment. Readers see when it was edited.',
  http: 'PATCH /api/comments/:comment',
  access: editsComment,
  input: z.object({ comment: commentRef, body: bodyField }),
  output: Comment,
}).run((ctx, { body }) => changeComment(ctx, body))

export const deleteComment = operation({
  id: 'comments.delete',
  summary: 'Move a comment to the trash, restorable for 30 days.',
  http: 'DELETE /api/comments/:comment',
  access: deletesComment,
  destructive: true,
  input: z.object({ comment: commentRef }),
  output: Deleted,
}).run(async (ctx) => deletedResponse(commentKind, await deleteRow(ctx, commentKind, ctx.comment)))
