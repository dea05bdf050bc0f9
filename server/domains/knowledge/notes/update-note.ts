import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
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
  tool: {
    name: 'update_note',
    rare: ['pinned', 'reason', 'project'],
    brief: { content: 'Whole new text.', tags: 'All tags, old and new.', links: 'All links, old and new.' },
  },
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
      .describe('Project to move it to: its slug, key or id. Null makes it private to its owner.'),
    reason: reasonField.optional().describe('Reason for the change, saved with its own revision.'),
  }),
  output: Note,
}).run(async (ctx, { note: _, ...change }) => showNote(ctx, await saveNote(ctx, change)))
