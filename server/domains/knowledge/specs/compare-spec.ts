import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { Comparison, compareFields, compareRevisions } from '../revisions/compare.ts'
import { onSpec } from './access.ts'
import { specRef } from './spec.ts'

export const compareSpec = operation({
  id: 'specs.compare',
  summary: 'Compare any two revisions of a spec.',
  http: 'GET /api/specs/:spec/compare',
  shows: [],
  access: onSpec('view'),
  input: z.object({ spec: specRef, ...compareFields }),
  output: Comparison,
}).run((ctx, { from, to = ctx.spec.revision }) => compareRevisions(ctx.db, ctx.spec.id, { from, to }))
