import { z } from 'zod'
import type { Rows } from '../../../database/row-types.ts'
import type { Narrow } from '../../../database/tables.ts'
import { Who, whoFromActor } from '../../../operations/actor.ts'

export const revisedKinds = ['note', 'spec', 'skill', 'page', 'post'] as const

/** An immutable past state of a note, spec, skill, page or post. `more` has further fields of its kind: status, tags, files. */
export type RevisionRow = Narrow<Rows['revisions'], { more: Record<string, unknown> }>

/** A revision in lists, without its content. */
export const ListedRevision = z
  .object({
    revision: z.int().describe('Revision number, starting at 1.'),
    title: z.string(),
    more: z.record(z.string(), z.unknown()).describe('Further fields, such as status and tags.'),
    reason: z.string().describe('Reason that the author gave.'),
    added: z.int().describe('Number of lines added since the previous revision.'),
    removed: z.int().describe('Number of lines removed since the previous revision.'),
    createdBy: Who,
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'ListedRevision' })

export const Revision = ListedRevision.extend({ content: z.string().describe('Markdown.') }).meta({
  id: 'Revision',
})

export type ListedRevisionRow = Omit<RevisionRow, 'content'>

export function listedRevisionFromRow(row: ListedRevisionRow): z.output<typeof ListedRevision> {
  // Omits files, because they can be as long as the content.
  const { files: _, ...more } = row.more
  return {
    revision: row.number,
    title: row.title,
    more,
    reason: row.reason,
    added: row.added,
    removed: row.removed,
    createdBy: whoFromActor(row.created_by),
    createdAt: row.created_at,
  }
}

export function revisionFromRow(row: RevisionRow): z.output<typeof Revision> {
  return { ...listedRevisionFromRow(row), content: row.content }
}

export const reasonField = z
  .string()
  .trim()
  .max(500)
  .describe('Reason for the change, saved with the new revision.')
export const revisionField = z.int().min(1).max(2_000_000_000)
