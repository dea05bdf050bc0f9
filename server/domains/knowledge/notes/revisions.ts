import { z } from 'zod'
import { pageInput, pageOf } from '../../../database/pages.ts'
import { operation } from '../../../operations/operation.ts'
import { ListedRevision, Revision, revisionField, revisionFromRow } from '../revisions/revision.ts'
import {
  pageOfRevisions,
  requireRevision,
  Comparison,
  compareFields,
  compareRevisions,
} from '../revisions/revisions.ts'
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

export const getRevisionNote = operation({
  id: 'notes.getRevision',
  summary: 'Show one revision of a note.',
  http: 'GET /api/notes/:note/revisions/:revision',
  shows: [],
  access: onNote('view'),
  input: z.object({ note: noteRef, revision: revisionField.describe('Revision number.') }),
  output: Revision,
}).run(async (ctx, { revision }) => revisionFromRow(await requireRevision(ctx.db, ctx.note.id, revision)))

export const compareNote = operation({
  id: 'notes.compare',
  summary: 'Show the differences between two revisions of a note.',
  http: 'GET /api/notes/:note/compare',
  shows: [],
  access: onNote('view'),
  input: z.object({ note: noteRef, ...compareFields }),
  output: Comparison,
}).run((ctx, { from, to = ctx.note.revision }) => compareRevisions(ctx.db, ctx.note.id, { from, to }))
