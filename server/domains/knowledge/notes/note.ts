import type { Rows } from '../../../database/row-types.ts'
import { z } from 'zod'
import type { Kind } from '../../../operations/rows.ts'
import { sql } from '../../../database/sql.ts'
import type { Caller } from '../../../operations/caller.ts'
import { may } from '../../../operations/may.ts'
import { reference } from '../../../operations/reference.ts'
import { tagsField } from '../../../platform/tags.ts'
import { Named, authorship, authorshipOf } from '../../../operations/actor.ts'
import { hasRight } from '../../projects/access.ts'
import { projectRef } from '../../projects/project.ts'
import { ProjectOfItem, projectOfItem } from '../knowledge-kind.ts'
import type { SeenNote } from './access.ts'
import { excerptLength, excerptOf, maxTitleLength } from './text.ts'

/** A note without its full-text vector, which is large and internal. */
export type NoteRow = Omit<Rows['notes'], 'words'>

const linkKinds = ['note', 'project', 'epic', 'story', 'task', 'feature', 'decision', 'spec', 'url'] as const
export type LinkKind = (typeof linkKinds)[number]

export type NoteLinkRow = Rows['note_links']

const shared = {
  id: z.uuid(),
  title: z.string(),
  tags: z.array(z.string()),
  pinned: z.boolean().describe('Whether lists show it first.'),
  project: ProjectOfItem.nullable().describe('Null for a private note of its owner.'),
  owner: Named.describe('User who created it.'),
  publicSlug: z.string().nullable().describe('Slug in its public URL while it is published.'),
  publishedAt: z.iso
    .datetime()
    .nullable()
    .describe('Time when it was published. Null while it is not public.'),
  revision: z.int().describe('Number of its current revision.'),
  ...authorship,
  may: z
    .object({
      edit: z.boolean().describe('Change and move it.'),
      delete: z.boolean().describe('Delete it.'),
      publish: z.boolean().describe('Publish it.'),
    })
    .describe('Actions that the caller can perform.'),
}

/** A note in lists, without its content. */
export const ListedNote = z
  .object({ ...shared, excerpt: z.string().describe('Start of the text without Markdown syntax.') })
  .meta({ id: 'ListedNote' })

export const NoteLink = z.object({
  kind: z.enum(linkKinds).describe('Kind of the link target.'),
  id: z.uuid().nullable().describe("Null for a URL and for a note that doesn't exist yet."),
  key: z.string().nullable().describe('Number or slug of the target, if it has one.'),
  title: z.string().nullable().describe('Current title of the target.'),
  label: z.string().describe('Link as written between the brackets or in the links field.'),
  inText: z.boolean(),
})

/** A note as the API returns it. */
export const Note = z
  .object({
    ...shared,
    content: z.string().describe('Markdown.'),
    links: z.array(NoteLink).describe("Links. Targets that the caller can't see have neither id nor title."),
    backlinks: z
      .array(z.object({ id: z.uuid(), title: z.string() }))
      .describe('Visible notes that link to this note. At most 100.'),
  })
  .meta({ id: 'Note' })

export type ListedNoteRow = Omit<SeenNote, 'content'> & { beginning: string }

/** Selects the start of the content for the excerpt of a list. */
export const excerptColumn = sql`left(n.content, ${sql.raw(excerptLength)}) as beginning`

export function listedNoteFromRow(row: ListedNoteRow, caller: Caller): z.output<typeof ListedNote> {
  return { ...sharedFromRow(row, caller), excerpt: excerptOf(row.title, row.beginning) }
}

export function sharedFromRow(row: Omit<SeenNote, 'content'>, caller: Caller) {
  const edit = hasRight(row.right, 'edit')
  // Sandbox notes cannot be published.
  const isLive = caller.kind !== 'anonymous' && !caller.organization?.sandbox
  return {
    ...noteItself(row),
    may: may(caller, { edit, delete: edit, publish: hasRight(row.right, 'manage') && isLive }),
  }
}

/** Returns the fields that are the same for every viewer. */
export function noteItself(row: Omit<SeenNote, 'content' | 'right'>) {
  return {
    id: row.id,
    title: row.title,
    tags: row.tags,
    pinned: row.pinned,
    project: projectOfItem(row),
    owner: { id: row.owner_id, name: row.owner_name },
    publicSlug: row.published_at === null ? null : row.public_slug,
    publishedAt: row.published_at,
    revision: row.revision,
    ...authorshipOf(row),
  }
}

/** Events about a private note are visible to its owner only. */
export const noteKind: Kind<NoteRow> = {
  name: 'note',
  table: 'notes',
  key: 'title',
  project: 'project_id',
  person: 'private_to',
}

export const noteRef = reference('note', 'Note: its title or id.', maxTitleLength)

export const maxContentLength = 500_000

export const noteFields = {
  title: z.string().trim().min(1).max(maxTitleLength).describe('Title.'),
  content: z
    .string()
    .max(maxContentLength)
    .describe('Text in Markdown. [[WEB-42]], [[D-3]] and [[title of a note]] become links.'),
  tags: tagsField,
  links: z
    .array(z.string().trim().min(1).max(2000).meta({ refers: 'item' }))
    .max(100)
    .describe('Related items: numbers (WEB-42, D-3, S-1), ids, project slugs, https URLs.'),
  pinned: z.boolean().describe('Show it first in lists.'),
  project: projectRef,
}
