import type { DeletableRow } from '../../database/tables.ts'
import type { Actor } from '../../operations/caller.ts'
import type { Gate } from './workflows/gates.ts'

export const featureStatuses = ['planned', 'active', 'changes_requested', 'done', 'cancelled'] as const
export type FeatureStatus = (typeof featureStatuses)[number]

export const featureKinds = ['feature', 'bug', 'hotfix', 'chore'] as const

export interface FeatureRow extends DeletableRow {
  project_id: string
  number: number
  key: string
  title: string
  description: string
  kind: (typeof featureKinds)[number]
  workflow: string
  /** A copy of the workflow's gates at the time of creation. */
  gates: Gate[]
  status: FeatureStatus
  /** The current gate; null once it is done. */
  gate: string | null
  /** Increases each time a review returns the feature. */
  round: number
  created_by: Actor
}

/** A record that a feature passed a gate, with a reason if an administrator overrode it. */
export interface PassageRow {
  id: string
  gate: string
  round: number
  override_reason: string | null
  missing: unknown[] | null
  created_by: Actor
  created_at: string
}
