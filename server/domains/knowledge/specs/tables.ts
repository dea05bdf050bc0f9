import type { Rows } from '../../../database/row-types.ts'

export const specStatuses = ['draft', 'review', 'approved', 'archived'] as const
export type SpecStatus = (typeof specStatuses)[number]

/** The allowed status changes. Only a spec in review can be approved, and an archived one returns to draft. */
export const nextStatuses: Record<SpecStatus, readonly SpecStatus[]> = {
  draft: ['review', 'archived'],
  review: ['draft', 'approved', 'archived'],
  approved: ['draft', 'review', 'archived'],
  archived: ['draft'],
}

export type SpecRow = Rows['specs']
