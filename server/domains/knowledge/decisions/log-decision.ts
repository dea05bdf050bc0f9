import { z } from 'zod'
import { databaseTime } from '../../../database/clock.ts'
import { insertRow } from '../../../operations/rows.ts'
import { sql } from '../../../database/sql.ts'
import { actorOf } from '../../../operations/caller.ts'
import { reject, rejectField } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { normalTags } from '../../../platform/tags.ts'
import { findDecision, logsDecisions, requireEdit } from './access.ts'
import { Decision, decisionFields, decisionKind, decisionRef } from './decision.ts'
import { showDecision } from './read-decisions.ts'
import { requireTransition, supersede } from './resolve.ts'
import type { DecisionRow } from './tables.ts'

export const logDecision = operation({
  id: 'decisions.log',
  summary: 'Log a decision with its reasons and alternatives.',
  http: 'POST /api/decisions',
  tool: {
    name: 'log_decision',
    hint: 'Decide it later with resolve_decision.',
    rare: ['outcome', 'tags'],
    brief: { project: 'Default: all projects.', supersedes: 'The older decision: D-12.' },
  },
  access: logsDecisions,
  created: true,
  input: z.object({
    title: decisionFields.title,
    context: decisionFields.context.default(''),
    rationale: decisionFields.rationale.default(''),
    alternatives: decisionFields.alternatives.default([]),
    outcome: decisionFields.outcome.default(''),
    tags: decisionFields.tags.default([]),
    project: decisionFields.project
      .optional()
      .describe('The project: slug, key or id. Default: the whole organization.'),
    status: z
      .enum(['proposed', 'accepted'])
      .default('proposed')
      .describe('Initial status. Default proposed.'),
    supersedes: decisionRef
      .optional()
      .describe('The accepted decision that it supersedes: number (D-12) or id.'),
  }),
  output: Decision,
}).run(async (ctx, input) => {
  const { project, organization } = ctx
  const by = JSON.stringify(actorOf(ctx.caller))
  const accepted = input.status === 'accepted'
  const superseded =
    input.supersedes === undefined ? undefined : await findSuperseded(ctx, input.supersedes, accepted)
  const tags = normalTags(input.tags)
  const { title, context, rationale, alternatives, outcome, status } = input
  const row = await insertRow<DecisionRow>(ctx, decisionKind, {
    // Numbers the decision in the same statement, so that concurrent inserts get different numbers.
    before: sql`numbered as (
      update organizations set last_decision = last_decision + 1 where id = ${organization.id} returning last_decision as number)`,
    insert: sql`insert into decisions (id, organization_id, project_id, number, key, title, context, rationale,
               alternatives, outcome, status, tags, decided_at, decided_by, created_by)
      select ${newId()}::uuid, ${organization.id}::uuid, ${project?.id ?? null}::uuid, number, 'D-' || number, ${title},
             ${context}, ${rationale}, ${JSON.stringify(alternatives)}::jsonb, ${outcome}, ${status}, ${tags}::text[],
             ${accepted ? databaseTime() : null}::timestamptz, ${accepted ? by : null}::jsonb, ${by}::jsonb
        from numbered`,
    data: { title, context, rationale, alternatives, outcome, status, tags },
  })
  if (!row) reject('gone_meanwhile')
  if (superseded) await supersede(ctx, superseded, row)
  const names = { project_slug: project?.slug ?? null, project_name: project?.name ?? null }
  return showDecision(ctx, { ...row, ...names, right: project?.right ?? 'edit' })
})

async function findSuperseded(ctx: Parameters<typeof supersede>[0], ref: string, accepted: boolean) {
  const superseded = await findDecision(ctx.db, ctx, ref, { lock: true })
  if (!superseded) rejectField('supersedes', `Decision "${ref}" doesn't exist, or you can't see it.`)
  requireEdit(superseded)
  if (!accepted)
    rejectField('supersedes', 'Only an accepted decision can supersede another. Pass "status": "accepted".')
  requireTransition(superseded, 'superseded')
  return superseded
}
