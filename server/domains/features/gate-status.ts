import { z } from 'zod'
import type { Actor } from '../../database/actor.ts'
import { evidenceKinds, evidenceStatuses } from './evidence/kinds.ts'
import type { EvidenceRow } from './evidence/tables.ts'
import { approvalsThatCount } from './reviews/reviewer.ts'
import type { ReviewRow } from './reviews/tables.ts'
import { evaluateSpec } from '../knowledge/specs/as-evidence.ts'
import type { SpecRow } from '../knowledge/specs/tables.ts'
import { type Gate, Requirement } from './workflows/gates.ts'
import { requirementSentence } from './workflows/requirement-sentence.ts'

/** The status of one requirement of a gate. */
export const RequirementStatus = z
  .object({
    requirement: Requirement,
    needs: z.string().describe('The requirement as a sentence.'),
    count: z.int().describe('Number required.'),
    have: z.int().describe('Number present.'),
    met: z.boolean(),
    openTasks: z.array(z.string()).optional().describe('Linked tasks that are still open, at most 20.'),
    notCounted: z
      .array(
        z.object({
          id: z.uuid(),
          kind: z.enum(evidenceKinds),
          status: z.enum(evidenceStatuses),
          finding: z.string(),
        }),
      )
      .optional()
      .describe('Evidence that does not count, with the reason.'),
  })
  .meta({ id: 'RequirementStanding' })
export type RequirementStatus = z.output<typeof RequirementStatus>

/** A missing requirement of a gate. */
export const Missing = RequirementStatus.omit({ met: true })
  .extend({ gate: z.string() })
  .meta({ id: 'Missing' })
export type Missing = z.output<typeof Missing>

/** The data that a gate evaluates. */
export interface Facts {
  createdBy: Actor
  evidence: Pick<
    EvidenceRow,
    'id' | 'gate' | 'round' | 'kind' | 'reference' | 'status' | 'finding' | 'created_by'
  >[]
  /** The specs linked to the feature. */
  specs: Pick<SpecRow, 'id' | 'key' | 'status'>[]
  /** Ordered oldest first. */
  reviews: Pick<ReviewRow, 'gate' | 'round' | 'verdict' | 'human' | 'created_by'>[]
  tasks: { total: number; closed: number; open: string[] }
}

/** Evaluates the requirements of a gate in a round. Evidence and reviews of earlier rounds do not count. */
export function gateStatus(gate: Gate, round: number, facts: Facts): RequirementStatus[] {
  const inRound = <Item extends { gate: string; round: number }>(all: Item[]) =>
    all.filter((item) => item.gate === gate.name && item.round === round)
  const evidence = inRound(facts.evidence)
  const authors = [facts.createdBy, ...evidence.map(({ created_by }) => created_by)]
  const reviews = inRound(facts.reviews)
  return gate.requirements.map((requirement) => {
    const result = evaluate(requirement)
    return {
      requirement,
      needs: requirementSentence(requirement),
      ...result,
      met: result.have >= result.count,
    }
  })

  function evaluate(requirement: Requirement) {
    if (requirement.kind === 'tasks') {
      const { total, closed, open } = facts.tasks
      return { count: total, have: closed, ...(open.length > 0 && { openTasks: open }) }
    }
    const { count } = requirement
    if (requirement.kind === 'reviews')
      return { count, have: approvalsThatCount(reviews, authors, requirement.by).length }
    const added = evidence.filter(({ kind }) => requirement.anyOf.includes(kind))
    const candidates = [...added, ...linkedSpecs(requirement, added, facts.specs)]
    const counts = ({ status }: { status: EvidenceRow['status'] }) =>
      requirement.verified ? status === 'verified' : status !== 'failed'
    const notCounted = candidates
      .filter((each) => !counts(each))
      .map(({ id, kind, status, finding }) => ({ id, kind, status, finding }))
    return { count, have: candidates.filter(counts).length, ...(notCounted.length > 0 && { notCounted }) }
  }
}

/**
 * Returns the linked specs as evidence, in every round, but only for a requirement that accepts specs alone. For other
 * requirements, such as documentation, a linked spec says nothing about whether the work was done.
 */
function linkedSpecs({ anyOf }: EvidenceRequirement, added: Facts['evidence'], specs: Facts['specs']) {
  if (anyOf.some((kind) => kind !== 'spec')) return []
  const named = new Set(added.map(({ reference }) => reference?.toUpperCase()))
  return specs
    .filter(({ key }) => !named.has(key))
    .map((spec) => ({ id: spec.id, kind: 'spec' as const, ...evaluateSpec(spec) }))
}

type EvidenceRequirement = Extract<Requirement, { kind: 'evidence' }>

/** Returns the unmet requirements of a gate, as in the error `gate_not_passed`. */
export function missingAt(gate: Gate, round: number, facts: Facts): Missing[] {
  return gateStatus(gate, round, facts)
    .filter(({ met }) => !met)
    .map(({ met: _, ...status }) => ({ gate: gate.name, ...status }))
}
