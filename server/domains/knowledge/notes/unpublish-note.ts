import { z } from 'zod'
import { changeRow } from '../../../operations/rows.ts'
import { operation } from '../../../operations/operation.ts'
import { onNote } from './access.ts'
import { Note, noteKind, noteRef } from './note.ts'
import { showNote } from './show-note.ts'
import type { NoteRow } from './tables.ts'

export const unpublishNote = operation({
  id: 'notes.unpublish',
  summary: 'Unpublish a note immediately. Its slug stays reserved.',
  http: 'DELETE /api/notes/:note/publish',
  access: onNote('edit'),
  input: z.object({ note: noteRef }),
  output: Note,
}).run(async (ctx) => {
  const { right, project_slug, project_name, owner_name, ...before } = ctx.note
  const after = await changeRow<NoteRow>(ctx, noteKind, before, { published_at: null }, 'note.unpublished')
  return showNote(ctx, { ...after, right, project_slug, project_name, owner_name })
})
