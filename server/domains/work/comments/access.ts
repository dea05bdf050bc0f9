import { sql } from '../../../database/sql.ts'
import { type AccessRule, requireOrganization } from '../../../operations/access.ts'
import { reject } from '../../../errors/errors.ts'
import { anyUuid } from '../../../platform/ids.ts'
import { hasLiveSubject } from '../items/item-kinds.ts'
import { type OnProject, type ProjectRight, type Seer, visibleProjects } from '../../projects/access.ts'
import type { ProjectRow } from '../../projects/tables.ts'
import { type CommentRow, mayDelete, mayEdit } from './comment.ts'

export interface OnComment extends OnProject {
  comment: CommentRow
}

export const sentences = {
  edit: 'The author, if they can edit in the project.',
  delete: "The author, if they can edit in the project, and the project's managers.",
}

export const editsComment: AccessRule<{ comment: string }, OnComment> = {
  name: 'comment(edit)',
  sentence: sentences.edit,
  open: false,
  also: ['author'],
  async check(context, input) {
    const granted = requireOrganization(context.caller, context.reads, 'guest')
    const found = await findComment(context, granted, input.comment)
    if (!mayEdit(found.project.right, found.comment.created_by, granted.user.id))
      reject('forbidden', { needs: sentences.edit })
    return { ...granted, ...found }
  },
}

export const deletesComment: AccessRule<{ comment: string }, OnComment> = {
  name: 'comment(delete)',
  sentence: sentences.delete,
  open: false,
  leastRole: 'admin',
  also: ['author', 'creator', 'lead'],
  async check(context, input) {
    const granted = requireOrganization(context.caller, context.reads, 'guest')
    const found = await findComment(context, granted, input.comment)
    if (!mayDelete(found.project.right, found.comment.created_by, granted.user.id))
      reject('forbidden', { needs: sentences.delete })
    return { ...granted, ...found }
  },
}

/** Finds a comment by id. Rejects it if the caller cannot see the project or its item is in the trash. */
async function findComment(
  { db, hold }: Parameters<typeof editsComment.check>[0],
  granted: Seer,
  ref: string,
): Promise<Pick<OnComment, 'project' | 'comment'>> {
  const { where, right: ownRight } = visibleProjects(granted)
  const [found] = anyUuid.test(ref)
    ? await db.run<CommentRow & { project: ProjectRow; right: ProjectRight }>(
        sql`select c.*, to_jsonb(p) as project, ${ownRight} as right
           from comments c join projects p on p.id = c.project_id
          where ${where} and p.deleted_at is null and c.id = ${ref} and c.deleted_at is null
            and ${hasLiveSubject('c')}
          ${hold ? sql`for update of c` : sql.empty}`,
      )
    : []
  if (!found) reject('not_found', { kind: 'comment', ref })
  const { project, right, ...comment } = found
  return { project: { ...project, right }, comment }
}
