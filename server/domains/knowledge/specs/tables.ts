import type { DeletableRow } from '../../../database/tables.ts'
import type { Actor } from '../../../operations/caller.ts'

export const specStatuses = ['draft', 'review', 'approved', 'archived'] as const
export type SpecStatus = (typeof specStatuses)[number]

/** The allowed status changes. Only a spec in review can be approved, and an archived one returns to draft. */
export const nextStatuses: Record<SpecStatus, readonly SpecStatus[]> = {
  draft: ['review', 'archived'],
  review: ['draft', 'approved', 'archived'],
  approved: ['draft', 'review', 'archived'],
  archived: ['draft'],
}

export interface SpecRow extends DeletableRow {
  project_id: string
  number: number
  key: string
  title: string
  content: string
  status: SpecStatus
  /** Number of the newest revision. */
  revision: number
  created_by: Actor
}
