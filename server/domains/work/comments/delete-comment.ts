import { z } from 'zod'
import { deleteRow } from '../../../operations/rows.ts'
import { operation } from '../../../operations/operation.ts'
import { Deleted, deletedResponse } from '../../../operations/deleted.ts'
import { deletesComment } from './access.ts'
import { commentKind, commentRef } from './comment.ts'

export const deleteComment = operation({
  id: 'comments.delete',
  summary: 'Move a comment to the trash, restorable for 30 days.',
  http: 'DELETE /api/comments/:comment',
  access: deletesComment,
  destructive: true,
  input: z.object({ comment: commentRef }),
  output: Deleted,
}).run(async (ctx) => deletedResponse(commentKind, await deleteRow(ctx, commentKind, ctx.comment)))
