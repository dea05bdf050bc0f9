import type { DeletableRow } from '../../database/tables.ts'
import type { Actor } from '../../operations/caller.ts'

export const featureStatuses = ['planned', 'active', 'changes_requested', 'done', 'cancelled'] as const

export interface FeatureRow extends DeletableRow {
  project_id: string
  key: string
  title: string
  description: string
  status: (typeof featureStatuses)[number]
  gate: string | null
  created_by: Actor
}
