import type { DeletableRow } from '../../database/tables.ts'
import type { Actor } from '../../operations/caller.ts'

export const specStatuses = ['draft', 'review', 'approved', 'archived'] as const
export type SpecStatus = (typeof specStatuses)[number]

/** Where a spec goes from where it stands. What is approved was looked at before; what is archived is taken up again. */
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
  /** The number of its newest revision. */
  revision: number
  created_by: Actor
}
