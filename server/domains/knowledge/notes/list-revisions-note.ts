import { z } from 'zod'
import { pageInput, pageOf } from '../../../database/pages.ts'
import { operation } from '../../../operations/operation.ts'
import { ListedRevision } from '../revisions/revision.ts'
import { pageOfRevisions } from '../revisions/revisions.ts'
import { onNote } from './access.ts'
import { noteRef } from './note.ts'

export const listRevisionsNote = operation({
  id: 'notes.listRevisions',
  summary: 'List the revisions of a note, newest first, with author, time and size of each change.',
  http: 'GET /api/notes/:note/revisions',
  shows: ['note', 'user'],
  access: onNote('view'),
  input: z.object({ note: noteRef, ...pageInput }),
  output: pageOf(ListedRevision),
}).run((ctx, input) => pageOfRevisions(ctx.db, ctx.note.id, input))
