import { type OnComment, editsComment } from '../comments/access.ts'
import { changeComment } from '../comments/change-comment.ts'
import { deleteComment } from '../comments/delete-comment.ts'
import { type UndoableKind, asked, plain } from './undoable.ts'

export const undoableComment: UndoableKind<OnComment> = {
  types: ['comment.updated'],
  fields: plain('body'),
  async hold(ctx, id) {
    const granted = await editsComment.check(asked(ctx), { comment: id })
    return { ...granted, row: { ...granted.comment } }
  },
  change: (ctx, { body }) => changeComment(ctx, body as string),
  remove: deleteComment,
  field: 'comment',
}
