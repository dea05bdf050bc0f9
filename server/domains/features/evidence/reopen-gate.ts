import { isDeepStrictEqual } from 'node:util'
import { databaseTime } from '../../../database/clock.ts'
import type { Context } from '../../../operations/context.ts'
import { concerning, updateRow } from '../../../operations/rows.ts'
import { readFacts } from '../facts.ts'
import { featureKind, gatesPassed } from '../feature.ts'
import { type Missing, missingAt } from '../gate-status.ts'
import type { FeatureRow } from '../tables.ts'
import type { EvidenceRow } from './tables.ts'

/**
 * Returns a feature to the gate of a piece of evidence that became untrue, if the feature has passed that gate in this
 * round and the gate no longer holds without it. The feature must be locked.
 */
export async function reopenGate(ctx: Context, feature: FeatureRow, evidence: EvidenceRow): Promise<void> {
  const index = feature.gates.findIndex(({ name }) => name === evidence.gate)
  const isPassed = index >= 0 && index < gatesPassed(feature)
  if (!isPassed || evidence.round !== feature.round || feature.status === 'cancelled') return
  const facts = await readFacts(ctx.db, feature)
  const gate = feature.gates[index]!
  const passage = facts.passages.findLast((each) => each.gate === gate.name && each.round === feature.round)
  // Requirements that an administrator overrode stay overridden.
  const overridden = ((passage?.missing ?? []) as Missing[]).map(({ requirement }) => requirement)
  const isUnmet = missingAt(gate, feature.round, facts).some(
    ({ requirement }) =>
      requirement.kind === 'evidence' &&
      requirement.anyOf.includes(evidence.kind) &&
      !overridden.some((each) => isDeepStrictEqual(each, requirement)),
  )
  if (!isUnmet) return
  const { gate: from, round } = feature
  const { id, finding } = evidence
  const reopened = { gate: gate.name, from, round, evidence: id, finding, at: databaseTime() }
  const set: Partial<FeatureRow> = { gate: gate.name, status: 'active', reopened }
  // The expected version of a request belongs to the evidence, not to the feature.
  const { ifMatch: _, ...request } = ctx.request
  const { after, changes = {} } = await updateRow<FeatureRow>({ ...ctx, request }, featureKind, feature, set)
  const { reopened: __, ...shown } = changes
  ctx.record({
    type: 'feature.reopened',
    ...concerning(featureKind, after),
    version: after.version,
    changes: shown,
    data: { gate: gate.name, from, round, evidence: id, finding },
  })
}
