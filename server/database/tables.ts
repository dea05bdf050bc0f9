import type { Actor } from './actor.ts'

/** The old and new values of the changed fields. */
export type Changes = Record<string, { from: unknown; to: unknown }>

/** The value of a `jsonb` column. `Narrow` replaces it with the type that a domain stores. */
export type Json = string | number | boolean | object

/**
 * A row with more precise types for some of its columns, such as the shape of a `jsonb` value. Rejects columns that the
 * table lacks and types that don't fit. The migrations alone decide whether a column can be null.
 */
export type Narrow<Row, Values extends NarrowValues<Row, keyof Values>> = {
  [Column in keyof Row]: Column extends keyof Values
    ? Values[Column] | Extract<Row[Column], null>
    : Row[Column]
}

type NarrowValues<Row, Columns extends PropertyKey> = {
  [Column in Columns]: Column extends keyof Row ? NonNullable<Row[Column]> : never
}

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
