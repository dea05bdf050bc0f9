import type { DeletableRow } from '../../../database/tables.ts'
import type { Actor } from '../../../operations/caller.ts'

export const decisionStatuses = ['proposed', 'accepted', 'rejected', 'superseded'] as const
export type DecisionStatus = (typeof decisionStatuses)[number]

export interface DecisionRow extends DeletableRow {
  /** Null for an organization-wide decision. */
  project_id: string | null
  number: number
  key: string
  title: string
  context: string
  rationale: string
  alternatives: { title: string; reason: string }[]
  outcome: string
  status: DecisionStatus
  tags: string[]
  superseded_by: string | null
  decided_at: string | null
  decided_by: Actor | null
  created_by: Actor
}

export interface RemarkRow {
  id: string
  decision_id: string
  body: string
  created_by: Actor
  created_at: string
}
