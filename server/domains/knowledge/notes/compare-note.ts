import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { Comparison, compareFields, compareRevisions } from '../revisions/compare.ts'
import { onNote } from './access.ts'
import { noteRef } from './note.ts'

export const compareNote = operation({
  id: 'notes.compare',
  summary: 'Show the differences between two revisions of a note.',
  http: 'GET /api/notes/:note/compare',
  shows: [],
  access: onNote('view'),
  input: z.object({ note: noteRef, ...compareFields }),
  output: Comparison,
}).run((ctx, { from, to = ctx.note.revision }) => compareRevisions(ctx.db, ctx.note.id, { from, to }))
