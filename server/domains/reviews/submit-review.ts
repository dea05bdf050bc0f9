import { z } from 'zod'
import { changeRow, expectVersion } from '../../database/rows.ts'
import { type Actor, actorOf } from '../../operations/caller.ts'
import type { Context } from '../../operations/context.ts'
import { reject, rejectField } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'
import { newId } from '../../platform/ids.ts'
import { type OnFeature, onFeature, requireOpen } from '../features/access.ts'
import { currentGate } from '../features/details.ts'
import { Feature, featureFromRow, featureKind, featureRef, gatesPassed, itemOf } from '../features/feature.ts'
import type { FeatureRow } from '../features/tables.ts'
import { type Gate, gateName } from '../workflows/gates.ts'
import { Review, reviewFromRow } from './review.ts'
import { type Reviewer, isOwnWork } from './reviewer.ts'
import { type ReviewRow, verdicts } from './tables.ts'

export const submitReview = operation({
  id: 'reviews.submit',
  summary: 'Review a feature of others at its gate: approve it, send it back for changes, or comment.',
  http: 'POST /api/features/:feature/reviews',
  tool: 'submit_review',
  rare: ['backTo'],
  brief: { verdict: 'What you think.', body: 'What you found.' },
  access: onFeature('edit'),
  created: true,
  input: z.object({
    feature: featureRef,
    verdict: z.enum(verdicts).describe('What you think of it. changes_requested sends it back.'),
    body: z.string().max(50_000).default('').describe('What you have to say, in markdown.'),
    backTo: gateName
      .optional()
      .describe(
        'With changes_requested: the gate to send it back to. If left out, the last one where work is done.',
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
  if (input.verdict === 'approved' && !reviewer.human && takesPeopleOnly(gate))
    reject('human_review_needed', { gate: gate.name })
  const backTo = whereTo(feature, input)
  const review = await store(ctx, gate, { ...input, backTo }, reviewer)
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

/** Nobody judges what they made themselves, or showed to be good. */
async function requireOthersWork({ db, feature }: Context & OnFeature, gate: Gate, reviewer: Reviewer) {
  const brought = await db.run<{ created_by: Actor }>(
    `select created_by from evidence
      where feature_id = $1 and gate = $2 and round = $3 and deleted_at is null`,
    [feature.id, gate.name, feature.round],
  )
  const authors = [feature, ...brought].map(({ created_by }) => created_by)
  if (authors.some((author) => isOwnWork(reviewer, author))) reject('own_work', { feature: feature.key })
}

function takesPeopleOnly({ requirements }: Gate): boolean {
  const reviews = requirements.filter(({ kind }) => kind === 'reviews')
  return reviews.length > 0 && reviews.every((each) => each.kind === 'reviews' && each.by === 'human')
}

/** The gate that it is sent back to; null where it stays. */
function whereTo(
  feature: FeatureRow,
  { verdict, backTo, body }: { verdict: ReviewRow['verdict']; backTo?: string | undefined; body: string },
): string | null {
  if (verdict !== 'changes_requested') {
    if (backTo !== undefined) rejectField('backTo', 'Only a review that requests changes sends it back.')
    return null
  }
  if (body.trim() === '') rejectField('body', 'Say what should change.')
  const reached = feature.gates.slice(0, gatesPassed(feature) + 1)
  if (backTo !== undefined && !reached.some(({ name }) => name === backTo))
    rejectField(
      'backTo',
      `Must be a gate that it has reached: ${reached.map(({ name }) => name).join(', ')}.`,
    )
  return backTo ?? workGate(reached).name
}

/** The last gate so far where work is done, as it asks for finished tasks; or the one before, where there is none. */
function workGate(reached: Gate[]): Gate {
  const working = reached.findLast(({ requirements }) => requirements.some(({ kind }) => kind === 'tasks'))
  return working ?? reached.at(-2) ?? reached.at(-1)!
}

async function store(
  ctx: Context & OnFeature,
  gate: Gate,
  { verdict, body, backTo }: { verdict: ReviewRow['verdict']; body: string; backTo: string | null },
  { actor, human }: Reviewer,
) {
  const { feature } = ctx
  const [row] = await ctx.db.run<ReviewRow>(
    `insert into reviews (id, organization_id, project_id, feature_id, gate, round, verdict, body, back_to, human, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning *`,
    [
      ...[newId(), feature.organization_id, feature.project_id, feature.id, gate.name, feature.round],
      ...[verdict, body, backTo, human, JSON.stringify(actor)],
    ],
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
