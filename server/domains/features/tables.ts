import type { DeletableRow } from '../../database/tables.ts'
import type { Actor } from '../../operations/caller.ts'
import type { Gate } from '../workflows/gates.ts'

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
  /** As they were when it was made. */
  gates: Gate[]
  status: FeatureStatus
  /** Where it stands; null once it is done. */
  gate: string | null
  /** Counts up when it is sent back. */
  round: number
  created_by: Actor
}

/** That a feature passed a gate; with a reason where somebody let it through though something was missing. */
export interface PassageRow {
  id: string
  gate: string
  round: number
  override_reason: string | null
  missing: unknown[] | null
  created_by: Actor
  created_at: string
}
