import type { DeletableRow } from '../../database/tables.ts'
import type { Actor } from '../../operations/caller.ts'

export const specStatuses = ['draft', 'review', 'approved', 'archived'] as const
export type SpecStatus = (typeof specStatuses)[number]

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
