import type { Actor } from '../operations/caller.ts'

/** What a change did to each field. */
export type Changes = Record<string, { from: unknown; to: unknown }>

/** The columns of everything that is changed over time. */
export interface ChangingRow {
  id: string
  version: number
  created_at: string
  updated_at: string
}

/** The same for what belongs to an organization. */
export interface VersionedRow extends ChangingRow {
  organization_id: string
}

/** The columns of everything that goes to the trash first. */
export interface DeletableRow extends VersionedRow {
  deleted_at: string | null
  deleted_by: Actor | null
}
