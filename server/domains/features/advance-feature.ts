import { z } from 'zod'
import { concerning, updateRow } from '../../operations/rows.ts'
import { sql } from '../../database/sql.ts'
import { actorOf } from '../../operations/caller.ts'
import type { Context, RequestFacts } from '../../operations/context.ts'
import { reject, rejectField } from '../../errors/errors.ts'
import { type Asking, operation } from '../../operations/operation.ts'
import { perform } from '../../operations/perform.ts'
import { newId } from '../../platform/ids.ts'
import { type OnFeature, onFeature, requireOpen } from './access.ts'
import { addSeveralEvidence, evidenceField } from './add-several-evidence.ts'
import { currentGate } from './details.ts'
import { readFacts } from './facts.ts'
import { Feature, featureFromRow, featureKind, featureRef, gatesPassed } from './feature.ts'
import { requireOverride } from './override.ts'
import { NextGate, nextGate } from './gate-ahead.ts'
import { Missing, missingAt } from './gate-status.ts'
import type { FeatureRow } from './tables.ts'

export const advanceFeature = operation({
  id: 'features.advance',
  summary: 'Move a feature through its gate, or return exactly what is missing.',
  http: 'POST /api/features/:feature/advance',
  tool: {
    name: 'advance_feature',
    rare: [
      'override',
      'evidence.title',
      'evidence.gate',
      'evidence.commit',
      'evidence.branch',
      'evidence.paths',
    ],
    brief: {
      evidence: 'test_report (JUnit, TAP) and note need content, others a reference.',
      dryRun: 'True: only return what is missing.',
    },
  },
  adds: true,
  access: onFeature('edit'),
  outside: true,
  input: z.object({
    feature: featureRef,
    evidence: evidenceField.optional(),
    dryRun: z
      .boolean()
      .default(false)
      .describe('Only return the result and what is missing, without moving the feature. Default false.'),
    override: z
      .strictObject({
        reason: z
          .string()
          .trim()
          .min(1)
          .max(2000)
          .describe('Override reason. Shown permanently on the feature.'),
      })
      .optional()
      .describe('For owners and admins: pass the gate although requirements are missing.'),
  }),
  output: z.object({
    advanced: z.boolean().describe('Whether the feature moved.'),
    from: z.string().nullable().describe('The gate before the call.'),
    to: z.string().nullable().describe('The next gate; null if the feature is then done.'),
    missing: z.array(Missing).describe('Missing or overridden requirements.'),
    next: NextGate.nullable().describe('The gate in "to" with its requirements; null if there is none.'),
    overridden: z.boolean().describe('Whether it passes only because of the override.'),
    feature: Feature,
  }),
  async prepare(context, { evidence = [], dryRun, feature }) {
    if (evidence.length === 0) return {}
    if (dryRun) rejectField('evidence', 'A dry run stores no evidence. Omit evidence or dryRun.')
    return { stored: await storeBatch(context, { feature, evidence }) }
  },
}).run(async (ctx: Context & OnFeature & { stored?: StoredEvidence }, { dryRun, override }) => {
  const { feature } = ctx
  requireOpen(feature)
  const gate = currentGate(feature)
  const facts = await readFacts(ctx.db, feature)
  const missing = gate ? missingAt(gate, feature.round, facts) : []
  const to = feature.gates[gatesPassed(feature) + 1]?.name ?? null
  const overridden = missing.length > 0 && override !== undefined
  if (overridden) requireOverride(ctx.caller, missing)
  const outcome = { from: feature.gate, to, missing, next: nextGate(feature, to, facts), overridden }
  if (dryRun) return { advanced: false, ...outcome, feature: featureFromRow(feature, ctx.caller) }
  if (missing.length > 0 && !overridden) rejectAtGate(feature, missing)
  const moved = await move(ctx, to, overridden ? { reason: override.reason, missing } : undefined)
  return { advanced: true, ...outcome, feature: moved }
})

/** The feature version after the evidence was stored, which `If-Match` is then compared with. */
interface StoredEvidence {
  version: number
}

async function storeBatch(
  { app, caller, request }: Asking,
  input: z.input<typeof addSeveralEvidence.input>,
): Promise<StoredEvidence> {
  // A rejected request can be retried with the same key. The derived key stores its evidence only once.
  const idempotencyKey = request.idempotencyKey && `${request.idempotencyKey} evidence`
  const facts: RequestFacts = {
    id: request.id,
    network: request.network,
    userAgent: request.userAgent,
    cookies: request.cookies,
    ...(request.ifMatch !== undefined && { ifMatch: request.ifMatch }),
    ...(idempotencyKey && { idempotencyKey }),
  }
  return (await perform(app, addSeveralEvidence, caller, input, facts)).output
}

function rejectAtGate({ key, gate }: FeatureRow, missing: Missing[]): never {
  const needs = missing.map((each) => each.needs).join(' ')
  reject('gate_not_passed', { feature: key, gate, needs }, { missing })
}

async function move(
  ctx: Context & OnFeature & { stored?: StoredEvidence },
  to: string | null,
  override?: { reason: string; missing: Missing[] },
) {
  const { project_slug, right, ...before } = ctx.feature
  const { gate, round } = before
  await ctx.db.run(
    sql`insert into passages (id, organization_id, project_id, feature_id, gate, round, override_reason, missing, created_by)
     values (${newId()}, ${before.organization_id}, ${before.project_id}, ${before.id}, ${gate ?? ''}, ${round},
       ${override?.reason ?? null}, ${override ? JSON.stringify(override.missing) : null},
       ${JSON.stringify(actorOf(ctx.caller))})`,
  )
  if (override)
    ctx.record({
      type: 'feature.overridden',
      ...concerning(featureKind, before),
      data: { gate, round, ...override },
    })
  const set: Partial<FeatureRow> = { gate: to, status: to === null ? 'done' : 'active' }
  const { after, changes } = await updateRow<FeatureRow>(withCurrentVersion(ctx), featureKind, before, set)
  ctx.record({
    type: to === null ? 'feature.completed' : 'feature.advanced',
    ...concerning(featureKind, after),
    version: after.version,
    ...(changes && { changes }),
    data: { from: gate, to, round },
  })
  return featureFromRow({ ...after, project_slug, right }, ctx.caller)
}

/** Replaces the expected version, because the evidence of the same request has changed the version. */
function withCurrentVersion<Ctx extends Context & { stored?: StoredEvidence }>(ctx: Ctx): Ctx {
  const { stored, request } = ctx
  if (!stored || request.ifMatch === undefined) return ctx
  const { id, network, userAgent, cookies } = request
  return { ...ctx, request: { id, network, userAgent, cookies, ifMatch: stored.version } }
}
