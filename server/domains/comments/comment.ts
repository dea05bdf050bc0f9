import { z } from 'zod'
import type { Kind } from '../../database/rows.ts'
import type { Actor, Caller } from '../../operations/caller.ts'
import { may } from '../../operations/may.ts'
import { reference } from '../../operations/reference.ts'
import { Who, whoFromActor } from '../activity/actor.ts'
import { itemKindNames } from '../items/item-kinds.ts'
import { type ProjectRight, hasRight } from '../projects/access.ts'
import type { CommentRow } from './tables.ts'

/** The shape the world sees. */
export const Comment = z
  .object({
    id: z.uuid(),
    item: z
      .object({ kind: z.enum(itemKindNames), id: z.uuid(), key: z.string() })
      .describe('What it is about.'),
    body: z.string().describe('Markdown.'),
    createdBy: Who,
    createdAt: z.iso.datetime(),
    editedAt: z.iso.datetime().nullable().describe('When its author changed it last.'),
    version: z.int(),
    may: z
      .object({
        edit: z.boolean().describe('Change it: its author.'),
        delete: z.boolean().describe('Delete it: its author, and whoever manages the project.'),
      })
      .describe('What the caller may do with it.'),
  })
  .meta({ id: 'Comment' })

/** A comment as the caller sees it, who has this right in its project. */
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
 * Who may do what with a comment:
 *   read    whoever sees the project
 *   write   whoever may edit there
 *   edit    its author, as long as they may edit there
 *   delete  the same, and whoever manages the project
 * What an agent has written is also that person's for whom it did.
 */
export function mayEdit(right: ProjectRight, author: Actor, userId: string | null): boolean {
  return hasRight(right, 'edit') && userId !== null && (author.onBehalfOf ?? author).id === userId
}

export function mayDelete(right: ProjectRight, author: Actor, userId: string | null): boolean {
  return hasRight(right, 'manage') || mayEdit(right, author, userId)
}

/** The same as SQL on a comment's `created_by`. */
export function mayDeleteSql(right: string, author: string, user: string): string {
  return `(${right} = 'manage' or ${right} = 'edit'
      and coalesce(${author} #>> '{onBehalfOf,id}', ${author} ->> 'id') = ${user}::uuid::text)`
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

/** How a comment is named in any input. */
export const commentRef = reference('comment', 'The comment: its id.')

export const bodyField = z.string().trim().min(1).max(20_000).describe('What is to be said, in markdown.')
