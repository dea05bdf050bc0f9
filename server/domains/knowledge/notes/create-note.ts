import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { writesNotes } from './access.ts'
import { insertNote, newNoteFields } from './insert-note.ts'
import { Note, noteFields } from './note.ts'
import { showNote } from './show-note.ts'

export const createNote = operation({
  id: 'notes.create',
  summary: 'Create a Markdown note in a project, or a private one.',
  http: 'POST /api/notes',
  tool: {
    name: 'create_note',
    rare: ['pinned'],
    brief: {
      content: 'Markdown. [[WEB-42]] and [[title]] are links.',
      links: 'Keys, ids or URLs.',
      project: 'Default: a private note.',
    },
  },
  access: writesNotes,
  created: true,
  input: z.object({
    ...newNoteFields,
    project: noteFields.project
      .optional()
      .describe(
        'Project of the note: its slug, key or id. Default: none, which makes the note private to the caller.',
      ),
  }),
  output: Note,
}).run(async (ctx, { project: _, ...input }) => showNote(ctx, await insertNote(ctx, input)))
