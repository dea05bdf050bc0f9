import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Context } from '../../operations/context.ts'
import { Who, whoFromActor } from '../../operations/actor.ts'
import { Evidence, evidenceFromRow } from './evidence/evidence.ts'
import { Review, reviewFromRow } from './reviews/review.ts'
import { specStatuses } from '../knowledge/specs/tables.ts'
import { statuses } from '../work/tasks/states.ts'
import type { Gate, Requirement } from './workflows/gates.ts'
import type { OnFeature } from './access.ts'
import { type FeatureFacts, readFacts } from './facts.ts'
import { Feature, featureFromRow, gatesPassed } from './feature.ts'
import { Missing, RequirementStatus, gateStatus, missingAt } from './gate-status.ts'
import type { FeatureRow, PassageRow } from './tables.ts'

/** A gate on the path of a feature. */
const GateOnPath = z
  .object({
    name: z.string(),
    description: z.string(),
    state: z
      .enum(['passed', 'current', 'ahead', 'overridden'])
      .describe('overridden: passed although requirements were missing.'),
    requirements: z.array(RequirementStatus),
  })
  .meta({ id: 'GateOnPath' })

/** A record that the feature passed a gate. */
const Passage = z
  .object({
    id: z.uuid(),
    gate: z.string(),
    round: z.int(),
    override: z
      .object({ reason: z.string(), missing: z.array(Missing) })
      .nullable()
      .describe('Override reason and missing requirements.'),
    createdBy: Who,
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Passage' })

/** A passed gate that was opened again. */
const Reopened = z
  .object({
    gate: z.string(),
    from: z.string().nullable().describe('Gate of the feature before; null if it was done.'),
    evidence: z.uuid().describe('Evidence that became untrue.'),
    finding: z.string().describe('Reason.'),
    at: z.iso.datetime(),
  })
  .meta({ id: 'Reopened' })

export const FeatureDetails = Feature.extend({
  gates: z.array(GateOnPath).describe('All gates, in order.'),
  missing: z.array(Missing).describe('Missing requirements of the current gate.'),
  reopened: Reopened.nullable().describe('Why a passed gate was opened again. Null once it is passed again.'),
  evidence: z.array(Evidence).describe('Evidence, oldest first.'),
  reviews: z.array(Review).describe('Reviews, oldest first.'),
  passages: z.array(Passage).describe('Passed gates, oldest first.'),
  tasks: z
    .array(z.object({ id: z.uuid(), key: z.string(), title: z.string(), status: z.enum(statuses) }))
    .describe('Linked tasks, at most 100.'),
  specs: z
    .array(z.object({ id: z.uuid(), key: z.string(), title: z.string(), status: z.enum(specStatuses) }))
    .describe('Linked specs, at most 100.'),
}).meta({ id: 'FeatureDetails' })

export async function featureDetails(ctx: Context & OnFeature): Promise<z.output<typeof FeatureDetails>> {
  const { feature, caller } = ctx
  const facts = await readFacts(ctx.db, feature)
  const current = currentGate(feature)
  return {
    ...featureFromRow(feature, caller),
    gates: pathOf(feature, facts),
    missing: current ? missingAt(current, feature.round, facts) : [],
    reopened: reopenedOf(feature),
    evidence: facts.evidence.map((row) => evidenceFromRow(row, feature.right, caller)),
    reviews: facts.reviews.map(reviewFromRow),
    passages: facts.passages.map(passageFromRow),
    tasks: facts.linked,
    specs: facts.specs,
  }
}

/** Returns the current gate, or undefined if the feature is done. */
export function currentGate(feature: FeatureRow): Gate | undefined {
  return feature.status === 'done' ? undefined : feature.gates[gatesPassed(feature)]
}

function reopenedOf(feature: FeatureRow): z.output<typeof Reopened> | null {
  const { reopened, gates } = feature
  if (!reopened || reopened.round !== feature.round || feature.status === 'cancelled') return null
  const isPassedAgain = gates.findIndex(({ name }) => name === reopened.gate) < gatesPassed(feature)
  const { gate, from, evidence, finding, at } = reopened
  return isPassedAgain ? null : { gate, from, evidence, finding, at }
}

function pathOf(feature: FeatureRow, facts: FeatureFacts): z.output<typeof GateOnPath>[] {
  const passed = gatesPassed(feature)
  return feature.gates.map((gate, index) => {
    const { name, description } = gate
    if (index >= passed) {
      const requirements = gateStatus(gate, feature.round, facts)
      return { name, description, state: index === passed ? 'current' : 'ahead', requirements }
    }
    // Shows the state at the time of passing. Evidence deleted or tasks reopened later do not change it.
    const passage = facts.passages.findLast((each) => each.gate === name)
    const missing = missingIn(passage).map(({ requirement }) => requirement)
    const wasMet = (requirement: Requirement) => !missing.some((each) => isDeepStrictEqual(each, requirement))
    const requirements = gateStatus(gate, passage?.round ?? feature.round, facts)
    return {
      name,
      description,
      state: passage?.override_reason ? 'overridden' : 'passed',
      requirements: requirements.map((each) => ({ ...each, met: wasMet(each.requirement) })),
    }
  })
}

function passageFromRow(row: PassageRow): z.output<typeof Passage> {
  const { id, gate, round, override_reason: reason } = row
  return {
    id,
    gate,
    round,
    override: reason === null ? null : { reason, missing: missingIn(row) },
    createdBy: whoFromActor(row.created_by),
    createdAt: row.created_at,
  }
}

function missingIn(passage: PassageRow | undefined): Missing[] {
  return (passage?.missing ?? []) as Missing[]
}
