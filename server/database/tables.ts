import type { Actor } from '../operations/caller.ts'

/** The old and new values of the changed fields. */
export type Changes = Record<string, { from: unknown; to: unknown }>

/** The columns of every table whose rows change. */
export interface ChangingRow {
  id: string
  version: number
  created_at: string
  updated_at: string
}

/** The columns of every such table that belongs to an organization. */
export interface VersionedRow extends ChangingRow {
  organization_id: string
}

/** The columns of every table with a trash. */
export interface DeletableRow extends VersionedRow {
  deleted_at: string | null
  deleted_by: Actor | null
}
