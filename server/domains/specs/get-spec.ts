import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { Who, whoFromActor } from '../activity/actor.ts'
import { Comparison, compareRevisions } from '../revisions/compare.ts'
import { revisionField } from '../revisions/revision.ts'
import { requireRevision } from '../revisions/revisions.ts'
import { onSpec } from './access.ts'
import { Spec, specFromRow, specRef } from './spec.ts'
import type { SpecStatus } from './tables.ts'

export const getSpec = operation({
  id: 'specs.get',
  summary: 'Show a spec at any revision, and what differs from another one.',
  http: 'GET /api/specs/:spec',
  tool: 'get_spec',
  brief: { revision: 'Default newest.', compareWith: 'Another revision.' },
  access: onSpec('view'),
  input: z.object({
    spec: specRef,
    revision: revisionField.optional().describe('The revision to show. If left out: the newest.'),
    compareWith: revisionField
      .optional()
      .describe('A revision to compare with: answers how it became the one that is shown.'),
  }),
  output: Spec.extend({
    reason: z.string().describe('Why the revision that is shown was made.'),
    revisedBy: Who.describe('Who made it.'),
    revisedAt: z.iso.datetime(),
    comparison: Comparison.nullable().describe('What differs from the revision of compareWith.'),
  }),
}).run(async (ctx, { revision, compareWith }) => {
  const { spec, project, caller } = ctx
  const shown = await requireRevision(ctx.db, spec.id, revision ?? spec.revision)
  return {
    ...specFromRow(spec, project.right, caller),
    ...{ title: shown.title, content: shown.content, status: shown.more.status as SpecStatus },
    ...{ revision: shown.number, reason: shown.reason },
    ...{ revisedBy: whoFromActor(shown.created_by), revisedAt: shown.created_at },
    comparison:
      compareWith === undefined
        ? null
        : await compareRevisions(ctx.db, spec.id, { from: compareWith, to: shown.number }),
  }
})
