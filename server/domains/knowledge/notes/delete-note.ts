import { z } from 'zod'
import { deleteRow } from '../../../operations/rows.ts'
import { operation } from '../../../operations/operation.ts'
import { Deleted, deletedResponse } from '../../../operations/deleted.ts'
import { onNote } from './access.ts'
import { noteKind, noteRef } from './note.ts'
import type { NoteRow } from './tables.ts'

export const deleteNote = operation({
  id: 'notes.delete',
  summary: 'Move a note to the trash for 30 days.',
  http: 'DELETE /api/notes/:note',
  tool: { name: 'delete_note' },
  access: onNote('edit'),
  destructive: true,
  input: z.object({ note: noteRef }),
  output: Deleted,
}).run(async (ctx) => deletedResponse(noteKind, await deleteRow<NoteRow>(ctx, noteKind, ctx.note)))
