import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { Revision, revisionField, revisionFromRow } from '../revisions/revision.ts'
import { requireRevision } from '../revisions/revisions.ts'
import { onNote } from './access.ts'
import { noteRef } from './note.ts'

export const getRevisionNote = operation({
  id: 'notes.getRevision',
  summary: 'Show one revision of a note.',
  http: 'GET /api/notes/:note/revisions/:revision',
  shows: [],
  access: onNote('view'),
  input: z.object({ note: noteRef, revision: revisionField.describe('Revision number.') }),
  output: Revision,
}).run(async (ctx, { revision }) => revisionFromRow(await requireRevision(ctx.db, ctx.note.id, revision)))
