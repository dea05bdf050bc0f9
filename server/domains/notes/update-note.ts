import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { reasonField } from '../revisions/revision.ts'
import { onNote } from './access.ts'
import { Note, noteFields, noteRef } from './note.ts'
import { saveNote } from './save-note.ts'
import { showNote } from './show-note.ts'

export const updateNote = operation({
  id: 'notes.update',
  summary: 'Change the text, title, tags or links of a note.',
  http: 'PUT /api/notes/:note',
  aliases: ['PATCH /api/notes/:note'],
  tool: 'update_note',
  rare: ['pinned', 'reason', 'project'],
  brief: { content: 'All of it.', tags: 'All of them.', links: 'All of them.' },
  access: onNote('edit'),
  input: z.object({
    note: noteRef,
    title: noteFields.title.optional(),
    content: noteFields.content.optional(),
    tags: noteFields.tags.optional(),
    links: noteFields.links.optional(),
    pinned: noteFields.pinned.optional(),
    project: noteFields.project
      .nullable()
      .optional()
      .describe("The project to move it to: its slug, its key or its id. Null: its owner's alone."),
    reason: reasonField.optional().describe('Why it is changed: it stays with a revision of its own.'),
  }),
  output: Note,
}).run(async (ctx, { note: _, ...change }) => showNote(ctx, await saveNote(ctx, change)))
