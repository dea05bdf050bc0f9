import { z } from 'zod'
import { pageInput, pageOf } from '../../../database/pages.ts'
import { operation } from '../../../operations/operation.ts'
import { ListedRevision } from '../revisions/revision.ts'
import { pageOfRevisions, Comparison, compareFields, compareRevisions } from '../revisions/revisions.ts'
import { onSpec } from './access.ts'
import { specRef } from './spec.ts'

export const listRevisionsSpec = operation({
  id: 'specs.listRevisions',
  summary: 'List the revisions of a spec, newest first, with author, reason and size of the change.',
  http: 'GET /api/specs/:spec/revisions',
  shows: ['spec', 'user'],
  access: onSpec('view'),
  input: z.object({ spec: specRef, ...pageInput }),
  output: pageOf(ListedRevision),
}).run((ctx, input) => pageOfRevisions(ctx.db, ctx.spec.id, input))

export const compareSpec = operation({
  id: 'specs.compare',
  summary: 'Compare any two revisions of a spec.',
  http: 'GET /api/specs/:spec/compare',
  shows: [],
  access: onSpec('view'),
  input: z.object({ spec: specRef, ...compareFields }),
  output: Comparison,
}).run((ctx, { from, to = ctx.spec.revision }) => compareRevisions(ctx.db, ctx.spec.id, { from, to }))
