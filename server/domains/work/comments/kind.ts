import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import { reject } from '../../../errors/errors.ts'
import type { InOrganization } from '../../../operations/access.ts'
import type { TrashKind } from '../../../operations/trash-kind.ts'
import { anyUuid } from '../../../platform/ids.ts'
import { type ProjectRight, visibleProjects } from '../../projects/access.ts'
import { hasLiveSubject } from '../items/item-kinds.ts'
import { sentences, type OnComment, editsComment } from './access.ts'
import { type CommentRow, commentKind, mayDelete, mayDeleteSql } from './comment.ts'
import { changeComment, deleteComment } from './comments.ts'
import { type UndoableKind, undoableThrough, plainFields } from '../../../operations/undoable.ts'

/** Leaves out comments on items in the trash, which are restored with their subject. */
const commentsInProjects = sql`comments t join projects p
       on p.id = t.project_id and p.deleted_at is null and ${hasLiveSubject('t')}`

async function findDeletedComment(db: Queries, granted: InOrganization, ref: string) {
  if (!anyUuid.test(ref)) return undefined
  const visible = visibleProjects(granted)
  const [comment] = await db.run<CommentRow & { right: ProjectRight }>(
    sql`select t.*, ${visible.right} as right from ${commentsInProjects}
      where ${visible.where} and t.id = ${ref} for update of t`,
  )
  if (comment && !mayDelete(comment.right, comment.created_by, granted.user.id))
    reject('forbidden', { needs: sentences.delete })
  return comment
}

export const trashedComments: TrashKind<CommentRow> = {
  ...commentKind,
  find: findDeletedComment,
  listed(granted) {
    const visible = visibleProjects(granted)
    return {
      from: commentsInProjects,
      where: sql`${visible.where} and ${mayDeleteSql(visible.right, 't.created_by', granted.user.id)}`,
      title: sql`left(t.body, 120)`,
      project: sql`p.slug`,
    }
  },
}

export const undoableComment: UndoableKind<OnComment> = undoableThrough('comment', editsComment, {
  types: ['comment.updated'],
  fields: plainFields('body'),
  change: (ctx, { body }) => changeComment(ctx, body as string),
  remove: deleteComment,
})
