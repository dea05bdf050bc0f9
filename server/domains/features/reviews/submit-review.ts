import { z } from 'zod'
import { changeRow, expectVersion } from '../../../operations/rows.ts'
import { sql } from '../../../database/sql.ts'
import type { Actor } from '../../../database/actor.ts'
import { actorOf } from '../../../operations/caller.ts'
import type { Context } from '../../../operations/context.ts'
import { reject, rejectField } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { type OnFeature, onFeature, requireOpen } from '../access.ts'
import { currentGate } from '../details.ts'
import { Feature, featureFromRow, featureKind, featureRef, gatesPassed, itemOf } from '../feature.ts'
import type { FeatureRow } from '../tables.ts'
import { type Gate, gateName } from '../workflows/gates.ts'
import { Review, reviewFromRow } from './review.ts'
import { type Reviewer, isOwnWork } from './reviewer.ts'
import { type ReviewRow, verdicts } from './tables.ts'

export const submitReview = operation({
  id: 'reviews.submit',
  summary: "Review another user's feature at its gate: approve it, request changes, or comment.",
  http: 'POST /api/features/:feature/reviews',
  tool: {
    name: 'submit_review',
    brief: { verdict: 'Your decision.', body: 'Findings, in Markdown.', backTo: 'Gate to return to.' },
  },
  access: onFeature('edit'),
  created: true,
  input: z.object({
    feature: featureRef,
    verdict: z
      .enum(verdicts)
      .describe('Your verdict. changes_requested returns the feature to an earlier gate.'),
    body: z
      .string()
      .max(50_000)
      .default('')
      .describe('Review text, in Markdown. Required for changes_requested.'),
    backTo: gateName
      .optional()
      .describe(
        'With changes_requested: gate to return it to. Default: the last reached gate that requires tasks.',
      ),
  }),
  output: z.object({ review: Review, feature: Feature }),
}).run(async (ctx, input) => {
  const { feature } = ctx
  requireOpen(feature)
  expectVersion(ctx, feature.version)
  const gate =
    currentGate(feature) ?? reject('feature_closed', { feature: feature.key, status: 'without gates' })
  const reviewer = { actor: actorOf(ctx.caller), human: ctx.caller.kind === 'session' }
  await requireOthersWork(ctx, gate, reviewer)
  if (input.verdict === 'approved' && !reviewer.human && isHumanOnly(gate))
    reject('human_review_needed', { gate: gate.name })
  const backTo = gateToReturnTo(feature, input)
  const review = await storeReview(ctx, gate, { ...input, backTo }, reviewer)
  const { project_slug, right, ...before } = feature
  const after =
    backTo === null
      ? before
      : await changeRow<FeatureRow>(
          ctx,
          featureKind,
          before,
          { gate: backTo, round: before.round + 1, status: 'changes_requested' },
          'feature.returned',
        )
  return { review, feature: featureFromRow({ ...after, project_slug, right }, ctx.caller) }
})

/** Rejects a reviewer who created the feature or added evidence to the gate. */
async function requireOthersWork({ db, feature }: Context & OnFeature, gate: Gate, reviewer: Reviewer) {
  const evidence = await db.run<{ created_by: Actor }>(
    sql`select created_by from evidence
      where feature_id = ${feature.id} and gate = ${gate.name} and round = ${feature.round} and deleted_at is null`,
  )
  const authors = [feature, ...evidence].map(({ created_by }) => created_by)
  if (authors.some((author) => isOwnWork(reviewer, author))) reject('own_work', { feature: feature.key })
}

function isHumanOnly({ requirements }: Gate): boolean {
  const reviews = requirements.filter(({ kind }) => kind === 'reviews')
  return reviews.length > 0 && reviews.every((each) => each.kind === 'reviews' && each.by === 'human')
}

/** Returns the gate that the review returns the feature to, or null if it stays. */
function gateToReturnTo(
  feature: FeatureRow,
  { verdict, backTo, body }: { verdict: ReviewRow['verdict']; backTo?: string | undefined; body: string },
): string | null {
  if (verdict !== 'changes_requested') {
    if (backTo !== undefined) rejectField('backTo', 'Only valid with verdict "changes_requested".')
    return null
  }
  if (body.trim() === '') rejectField('body', 'Say what should change.')
  const reached = feature.gates.slice(0, gatesPassed(feature) + 1)
  if (backTo !== undefined && !reached.some(({ name }) => name === backTo))
    rejectField(
      'backTo',
      `Must be a gate that the feature has reached: ${reached.map(({ name }) => name).join(', ')}.`,
    )
  return backTo ?? workGate(reached).name
}

/** Returns the last reached gate that requires tasks, which is where work is done, or else the previous gate. */
function workGate(reached: Gate[]): Gate {
  const gateWithTasks = reached.findLast(({ requirements }) =>
    requirements.some(({ kind }) => kind === 'tasks'),
  )
  return gateWithTasks ?? reached.at(-2) ?? reached.at(-1)!
}

async function storeReview(
  ctx: Context & OnFeature,
  gate: Gate,
  { verdict, body, backTo }: { verdict: ReviewRow['verdict']; body: string; backTo: string | null },
  { actor, human }: Reviewer,
) {
  const { feature } = ctx
  const [row] = await ctx.db.run<ReviewRow>(
    sql`insert into reviews (id, organization_id, project_id, feature_id, gate, round, verdict, body, back_to, human, created_by)
     values (${newId()}, ${feature.organization_id}, ${feature.project_id}, ${feature.id}, ${gate.name}, ${feature.round},
       ${verdict}, ${body}, ${backTo}, ${human}, ${JSON.stringify(actor)}) returning *`,
  )
  ctx.record({
    type: 'review.submitted',
    subject: { kind: 'review', id: row!.id, key: feature.key },
    organizationId: feature.organization_id,
    projectId: feature.project_id,
    data: { item: itemOf(feature), gate: gate.name, round: feature.round, verdict, body, backTo, human },
  })
  return reviewFromRow(row!)
}
