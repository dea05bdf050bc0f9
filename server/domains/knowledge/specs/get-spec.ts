import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { Who, whoFromActor } from '../../../operations/actor.ts'
import { Comparison, compareRevisions } from '../revisions/compare.ts'
import { revisionField } from '../revisions/revision.ts'
import { requireRevision } from '../revisions/revisions.ts'
import { onSpec } from './access.ts'
import { Spec, specFromRow, specRef } from './spec.ts'
import type { SpecStatus } from './tables.ts'

export const getSpec = operation({
  id: 'specs.get',
  summary: 'Get a spec at any revision, optionally compared with another.',
  http: 'GET /api/specs/:spec',
  tool: {
    name: 'get_spec',
    brief: { revision: 'Default: the newest.', compareWith: 'Revision to compare with.' },
  },
  shows: ['spec', 'epic', 'feature', 'project', 'story', 'task', 'user'],
  access: onSpec('view'),
  input: z.object({
    spec: specRef,
    revision: revisionField.optional().describe('Revision to return. Defaults to the newest.'),
    compareWith: revisionField
      .optional()
      .describe('Revision to compare with. Returns the changes from it to the returned one.'),
  }),
  output: Spec.extend({
    reason: z.string().describe('Why this revision was created.'),
    revisedBy: Who.describe('Who created this revision.'),
    revisedAt: z.iso.datetime(),
    comparison: Comparison.nullable().describe('Changes from the compareWith revision.'),
  }),
}).run(async (ctx, { revision, compareWith }) => {
  const { spec, project, caller } = ctx
  const selected = await requireRevision(ctx.db, spec.id, revision ?? spec.revision)
  return {
    ...specFromRow(spec, project.right, caller),
    title: selected.title,
    content: selected.content,
    status: selected.more.status as SpecStatus,
    revision: selected.number,
    reason: selected.reason,
    revisedBy: whoFromActor(selected.created_by),
    revisedAt: selected.created_at,
    comparison:
      compareWith === undefined
        ? null
        : await compareRevisions(ctx.db, spec.id, { from: compareWith, to: selected.number }),
  }
})
