import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { onNote } from './access.ts'
import { Note, noteRef } from './note.ts'
import { showNote } from './show-note.ts'

export const getNote = operation({
  id: 'notes.get',
  summary: 'Show one note with its text, links and backlinks.',
  http: 'GET /api/notes/:note',
  tool: { name: 'get_note' },
  shows: ['note', 'epic', 'project', 'story', 'task', 'user'],
  access: onNote('view'),
  input: z.object({ note: noteRef }),
  output: Note,
}).run((ctx) => showNote(ctx, ctx.note))
