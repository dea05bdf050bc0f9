import { databaseTime } from '../../../database/clock.ts'
import { changeRow } from '../../../operations/rows.ts'
import type { Context } from '../../../operations/context.ts'
import type { OnComment } from './access.ts'
import { type CommentRow, commentFromRow, commentKind } from './comment.ts'

/** Changes the body and sets `edited_at`, so that readers see the edit. */
export async function changeComment(ctx: Context & OnComment, body: string) {
  const { comment, project } = ctx
  const edited_at = body === comment.body ? comment.edited_at : databaseTime()
  const after = await changeRow<CommentRow>(ctx, commentKind, comment, { body, edited_at })
  return commentFromRow(after, project.right, ctx.caller)
}
