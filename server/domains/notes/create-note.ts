import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { writesNotes } from './access.ts'
import { insertNote, newNoteFields } from './insert-note.ts'
import { Note, noteFields } from './note.ts'
import { showNote } from './show-note.ts'

export const createNote = operation({
  id: 'notes.create',
  summary: "Write a note in markdown: for a project, or the caller's own.",
  http: 'POST /api/notes',
  tool: 'create_note',
  rare: ['pinned'],
  brief: {
    content: '[[WEB-42]] and [[title]] are links.',
    links: 'WEB-42, D-3, ids, addresses.',
    project: 'Left out: yours alone.',
  },
  access: writesNotes,
  created: true,
  input: z.object({
    ...newNoteFields,
    project: noteFields.project
      .optional()
      .describe("The project it is for: its slug, its key or its id. If left out, it is the caller's alone."),
  }),
  output: Note,
}).run(async (ctx, { project: _, ...input }) => showNote(ctx, await insertNote(ctx, input)))
