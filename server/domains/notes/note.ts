import { z } from 'zod'
import type { Kind } from '../../database/rows.ts'
import { type Caller } from '../../operations/caller.ts'
import { may } from '../../operations/may.ts'
import { reference } from '../../operations/reference.ts'
import { tagsField } from '../../platform/tags.ts'
import { Named, Who, whoFromActor } from '../activity/actor.ts'
import { hasRight } from '../projects/access.ts'
import { projectRef } from '../projects/project.ts'
import type { SeenNote } from './access.ts'
import { type NoteRow, linkKinds } from './tables.ts'
import { excerptLength, excerptOf, maxTitleLength } from './text.ts'

const shared = {
  id: z.uuid(),
  title: z.string(),
  tags: z.array(z.string()),
  pinned: z.boolean().describe('Whether it stands before the others in lists.'),
  project: z
    .object({ id: z.uuid(), slug: z.string(), name: z.string() })
    .nullable()
    .describe("Null: it is its owner's alone."),
  owner: Named.describe('Who wrote it first.'),
  publicSlug: z.string().nullable().describe('Its name in its public address, while everybody can read it.'),
  publishedAt: z.iso.datetime().nullable().describe('Since when everybody can read it. Null: they cannot.'),
  revision: z.int().describe('The number of the state that it is in.'),
  createdBy: Who,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.int(),
  may: z
    .object({
      edit: z.boolean().describe('Change and move it.'),
      delete: z.boolean().describe('Delete it.'),
      publish: z.boolean().describe('Show it to everybody.'),
    })
    .describe('What the caller may do with it.'),
}

/** The shape of lists. */
export const ListedNote = z
  .object({ ...shared, excerpt: z.string().describe('How it begins, without marks.') })
  .meta({ id: 'ListedNote' })

export const NoteLink = z.object({
  kind: z.enum(linkKinds).describe('What it leads to.'),
  id: z.uuid().nullable().describe('Null for an address, and for a note that nobody has written yet.'),
  key: z.string().nullable().describe('The number or slug of what it leads to, if that has one.'),
  title: z.string().nullable().describe('What that is called now.'),
  label: z.string().describe('What was written: between the brackets, or beside the text.'),
  inText: z.boolean(),
})

/** The shape the world sees. */
export const Note = z
  .object({
    ...shared,
    content: z.string().describe('Markdown.'),
    links: z
      .array(NoteLink)
      .describe('What it leads to. What the caller may not see has neither id nor title.'),
    backlinks: z
      .array(z.object({ id: z.uuid(), title: z.string() }))
      .describe('The notes that lead here and that the caller sees, at most 100.'),
  })
  .meta({ id: 'Note' })

export type ListedNoteRow = Omit<SeenNote, 'content'> & { excerptColumn: string }

/** How a list reads the beginning of each. */
export const excerptColumn = `left(n.content, ${excerptLength}) as beginning`

export function listedNoteFromRow(row: ListedNoteRow, caller: Caller): z.output<typeof ListedNote> {
  return { ...sharedFromRow(row, caller), excerpt: excerptOf(row.title, row.excerptColumn) }
}

export function sharedFromRow(row: Omit<SeenNote, 'content'>, caller: Caller) {
  const edit = hasRight(row.right, 'edit')
  // Nothing in a sandbox is shown to the public.
  const live = caller.kind !== 'anonymous' && !caller.organization?.sandbox
  return {
    ...noteItself(row),
    may: may(caller, { edit, delete: edit, publish: hasRight(row.right, 'manage') && live }),
  }
}

/** The same whoever looks at it. */
export function noteItself(row: Omit<SeenNote, 'content' | 'right'>) {
  const { project_id: id, project_slug: slug, project_name: name } = row
  return {
    id: row.id,
    title: row.title,
    tags: row.tags,
    pinned: row.pinned,
    project: id === null ? null : { id, slug: slug!, name: name! },
    owner: { id: row.owner_id, name: row.owner_name },
    publicSlug: row.published_at === null ? null : row.public_slug,
    publishedAt: row.published_at,
    revision: row.revision,
    createdBy: whoFromActor(row.created_by),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  }
}

/** Of a note that is its owner's alone, they alone are told. */
export const noteKind: Kind<NoteRow> = {
  name: 'note',
  table: 'notes',
  key: 'title',
  project: 'project_id',
  person: 'private_to',
}

/** How a note is named in any input. */
export const noteRef = reference('note', 'The note: its title or its id.', maxTitleLength)

export const maxContentLength = 500_000

export const noteFields = {
  title: z.string().trim().min(1).max(maxTitleLength).describe('What it is called.'),
  content: z
    .string()
    .max(maxContentLength)
    .describe('The text, in markdown. [[WEB-42]], [[D-3]] and [[the title of a note]] in it are links.'),
  tags: tagsField,
  links: z
    .array(z.string().trim().min(1).max(2000).meta({ refers: 'item' }))
    .max(100)
    .describe('What else it is about: numbers (WEB-42, D-3, S-1), ids, slugs of projects, https addresses.'),
  pinned: z.boolean().describe('Let it stand before the others in lists.'),
  project: projectRef,
}
