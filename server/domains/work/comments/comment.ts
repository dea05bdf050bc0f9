import { z } from 'zod'
import type { Rows } from '../../../database/row-types.ts'
import type { Kind } from '../../../operations/rows.ts'
import { type Sql, sql } from '../../../database/sql.ts'
import type { Actor } from '../../../database/actor.ts'
import type { Caller } from '../../../operations/caller.ts'
import { may } from '../../../operations/may.ts'
import { reference } from '../../../operations/reference.ts'
import { Who, whoFromActor } from '../../../operations/actor.ts'
import { itemKindNames } from '../items/item-kinds.ts'
import { type ProjectRight, hasRight } from '../../projects/access.ts'

/** The API representation of a comment. */
export const Comment = z
  .object({
    id: z.uuid(),
    item: z
      .object({ kind: z.enum(itemKindNames), id: z.uuid(), key: z.string() })
      .describe('The item it belongs to.'),
    body: z.string().describe('Markdown.'),
    createdBy: Who,
    createdAt: z.iso.datetime(),
    editedAt: z.iso.datetime().nullable().describe('Time of the last edit.'),
    version: z.int(),
    may: z
      .object({
        edit: z.boolean().describe('Edit it: the author.'),
        delete: z.boolean().describe('Delete it: the author and project managers.'),
      })
      .describe('Actions the caller can take.'),
  })
  .meta({ id: 'Comment' })

/** A comment. A copy of the item's key is safe in `subject_key`, because item numbers never change. */
export type CommentRow = Rows['comments']

/** Returns the representation of a comment for a caller with this right in the project. */
export function commentFromRow(
  row: CommentRow,
  right: ProjectRight,
  caller: Caller,
): z.output<typeof Comment> {
  const userId = caller.kind === 'anonymous' ? null : caller.user.id
  return {
    id: row.id,
    item: subjectOf(row),
    body: row.body,
    createdBy: whoFromActor(row.created_by),
    createdAt: row.created_at,
    editedAt: row.edited_at,
    version: row.version,
    may: may(caller, {
      edit: mayEdit(right, row.created_by, userId),
      delete: mayDelete(right, row.created_by, userId),
    }),
  }
}

/*
 * Access to comments:
 *   read    users who can view the project
 *   write   users who can edit in the project
 *   edit    the author, while they can edit in the project
 *   delete  the author, as for edit, and the project's managers
 * A comment by an agent counts as written by the user it acted for.
 */
export function mayEdit(right: ProjectRight, author: Actor, userId: string | null): boolean {
  return hasRight(right, 'edit') && userId !== null && (author.onBehalfOf ?? author).id === userId
}

export function mayDelete(right: ProjectRight, author: Actor, userId: string | null): boolean {
  return hasRight(right, 'manage') || mayEdit(right, author, userId)
}

/** Returns the check of `mayDelete` as SQL on a comment's `created_by`. */
export function mayDeleteSql(right: Sql, author: string, userId: string): Sql {
  const by = sql.raw(author)
  return sql`((${right}) = 'manage' or (${right}) = 'edit'
      and coalesce(${by} #>> '{onBehalfOf,id}', ${by} ->> 'id') = ${userId}::uuid::text)`
}

function subjectOf({ subject_kind, subject_id, subject_key }: CommentRow) {
  return { kind: subject_kind, id: subject_id, key: subject_key }
}

export const commentKind: Kind<CommentRow> = {
  name: 'comment',
  table: 'comments',
  key: 'subject_key',
  project: 'project_id',
  about: subjectOf,
}

/** A reference to a comment in any input. */
export const commentRef = reference('comment', 'The comment id.')

export const bodyField = z.string().trim().min(1).max(20_000).describe('Comment text, in Markdown.')
