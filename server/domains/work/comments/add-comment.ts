import { insertRow } from '../../../operations/rows.ts'
import { sql } from '../../../database/sql.ts'
import { actorOf } from '../../../operations/caller.ts'
import type { Context } from '../../../operations/context.ts'
import { newId } from '../../../platform/ids.ts'
import type { FoundItem } from '../items/access.ts'
import type { OnProject } from '../../projects/access.ts'
import { type CommentRow, commentFromRow, commentKind } from './comment.ts'

/** Adds a comment to an item. The caller must have locked the item. */
export async function addComment(
  ctx: Context & OnProject,
  { kind, id, key }: Pick<FoundItem, 'kind' | 'id' | 'key'>,
  body: string,
) {
  const { project } = ctx
  const row = await insertRow<CommentRow>(ctx, commentKind, {
    insert: sql`insert into comments
        (id, organization_id, project_id, subject_kind, subject_id, subject_key, body, created_by)
        values (${newId()}, ${project.organization_id}, ${project.id}, ${kind}, ${id}, ${key}, ${body},
          ${JSON.stringify(actorOf(ctx.caller))})`,
    data: { item: { kind, id, key }, body },
  })
  return commentFromRow(row!, project.right, ctx.caller)
}
