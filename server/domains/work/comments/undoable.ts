import { type OnComment, editsComment } from './access.ts'
import { changeComment } from './change-comment.ts'
import { deleteComment } from './delete-comment.ts'
import { type UndoableKind, writeAccess, plainFields } from '../../../operations/undoable.ts'

export const undoableComment: UndoableKind<OnComment> = {
  types: ['comment.updated'],
  fields: plainFields('body'),
  async lock(ctx, id) {
    const granted = await editsComment.check(writeAccess(ctx), { comment: id })
    return { ...granted, row: { ...granted.comment } }
  },
  change: (ctx, { body }) => changeComment(ctx, body as string),
  remove: deleteComment,
  field: 'comment',
}
