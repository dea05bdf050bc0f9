import { z } from 'zod'
import type { Actor } from '../../operations/caller.ts'
import { Who, whoFromActor } from '../activity/actor.ts'

export const revisedKinds = ['note', 'spec', 'skill'] as const

/** A state that something was in, as it was written once and stays. */
export interface RevisionRow {
  subject_id: string
  number: number
  subject_kind: (typeof revisedKinds)[number]
  organization_id: string | null
  title: string
  content: string
  /** What else its kind keeps: status, tags, files. */
  more: Record<string, unknown>
  reason: string
  added: number
  removed: number
  created_by: Actor
  created_at: string
}

/** The shape the world sees, in lists without the text. */
export const ListedRevision = z
  .object({
    revision: z.int().describe('Its number: 1 is the first.'),
    title: z.string(),
    more: z.record(z.string(), z.unknown()).describe('What else was so: the status, the tags.'),
    reason: z.string().describe('Why it was changed, in the words of whoever did.'),
    added: z.int().describe('How many lines of the text are new since the revision before.'),
    removed: z.int().describe('How many lines of the text are gone since the revision before.'),
    createdBy: Who,
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'ListedRevision' })

export const Revision = ListedRevision.extend({ content: z.string().describe('Markdown.') }).meta({
  id: 'Revision',
})

export type ListedRevisionRow = Omit<RevisionRow, 'content'>

export function listedRevisionFromRow(row: ListedRevisionRow): z.output<typeof ListedRevision> {
  // Files are as long as texts.
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

/** Fields that inputs share. */
export const reasonField = z
  .string()
  .trim()
  .max(500)
  .describe('Why it is changed: it stays with the new revision.')
export const revisionField = z.int().min(1).max(2_000_000_000)
