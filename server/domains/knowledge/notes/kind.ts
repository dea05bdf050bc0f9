import { sql } from '../../../database/sql.ts'
import {
  type OnNote,
  onNote,
  type SeenNote,
  fromNotes,
  namesOfNote,
  noteAccess,
  noteColumns,
} from './access.ts'
import { Note, noteItself } from './note.ts'
import { undoableRevision } from '../revisions/revisions.ts'
import { deleteNote, getNote, listNotes } from './notes.ts'
import { type NoteChange, saveNote } from './save-note.ts'
import {
  type UndoableField,
  type UndoableKind,
  undoableThrough,
  plainFields,
} from '../../../operations/undoable.ts'
import { type ResourceKind, documentResource, mapPage, nameOf, uriOf } from '../../../operations/resource.ts'
import { getRevisionNote, listRevisionsNote } from './revisions.ts'
import type { z } from 'zod'
import type { Queries } from '../../../database/connect.ts'
import { stillVisibleTo, trashedKnowledge } from '../knowledge-kind.ts'

/** Only the owner can restore a private note. */
export const trashedNotes = trashedKnowledge(noteAccess)

const fields: UndoableField<OnNote>[] = [
  ...plainFields('title', 'tags', 'pinned'),
  undoableRevision('note', ({ number, title, content, more }) => ({
    title,
    content,
    tags: more.tags,
    reason: `Restored revision ${number}.`,
  })),
  { name: 'project', columns: ['project_id'] },
]

export const undoableNote: UndoableKind<OnNote> = undoableThrough('note', onNote('edit'), {
  types: ['note.updated', 'note.moved'],
  fields,
  change(ctx, { project_id: project, revision: _, ...set }) {
    return saveNote(ctx, { ...(set as NoteChange), project: project as string | null | undefined })
  },
  remove: deleteNote,
})

export const noteResource: ResourceKind = {
  name: 'note',
  title: 'Note',
  description: 'The text of a note in markdown, preceded by its tags, revision and author.',
  mimeType: 'text/markdown',
  async show(query, note, revision) {
    const now = await query(getNote, { note })
    const then = revision === undefined ? undefined : await query(getRevisionNote, { note, revision })
    const { title, content } = then ?? now
    const lastModified = then?.createdAt ?? now.updatedAt
    const about = {
      note: now.id,
      title,
      project: now.project?.slug,
      tags: now.tags,
      revision: then?.revision ?? now.revision,
      latestRevision: now.revision,
      author: nameOf(now.createdBy),
      revisedBy: then && nameOf(then.createdBy),
      revisedAt: lastModified,
    }
    return documentResource(
      uriOf('note', now.id, revision),
      { id: now.id, title, lastModified },
      about,
      content,
    )
  },
  list: (query, page) =>
    mapPage(query(listNotes, page), ({ id, title, project, revision, updatedAt }) => ({
      ref: id,
      title,
      lastModified: updatedAt,
      description: `${project ? `Note of the project ${project.slug}` : 'Your own note'}: revision ${revision}.`,
    })),
  complete: (query, page, { filled: { project } }) =>
    mapPage(query(listNotes, { sort: 'title', ...(project && { project }), ...page }), ({ title }) => [
      title,
    ]),
  revisions: (query, note, page) => query(listRevisionsNote, { note, ...page }),
}

export const OwnNote = Note.omit({ may: true, links: true, backlinks: true })

// Limits the size of one export file, because notes can be long.
const maxCharacters = 50_000_000
const pageSize = 50

/** Returns the notes that a user created and can still see, in all their organizations, newest first. */
export async function ownNotes(
  db: Queries,
  userId: string,
): Promise<{ notes: z.output<typeof OwnNote>[]; more: boolean }> {
  const notes: z.output<typeof OwnNote>[] = []
  let characters = 0
  for (;;) {
    const last = notes.at(-1)
    const beforeLast = last ? sql` and n.id < ${last.id}` : sql.empty
    const rows = await db.run<SeenNote>(
      sql`select ${noteColumns}, ${namesOfNote} from ${fromNotes}
        where n.owner_id = ${userId} and n.deleted_at is null${beforeLast}
          and ${stillVisibleTo('n', userId, { guests: true })}
        order by n.id desc limit ${pageSize}`,
    )
    for (const row of rows) {
      characters += row.content.length
      if (characters > maxCharacters) return { notes, more: true }
      notes.push({ ...noteItself(row), content: row.content })
    }
    if (rows.length < pageSize) return { notes, more: false }
  }
}
