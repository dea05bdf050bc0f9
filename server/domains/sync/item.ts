import { z } from 'zod'
import { keyOf } from '../../operations/rows.ts'
import {
  type Scopes,
  type SyncKind,
  type SyncKinds,
  fieldsOf,
  syncKindNames,
} from '../../operations/sync-kind.ts'
import type { Queries } from '../../database/connect.ts'
import { type Sql, sql } from '../../database/sql.ts'
import type { DeletableRow } from '../../database/tables.ts'

export const syncKindName = z.enum(syncKindNames)

/** An item as devices and export files hold it. */
export const SyncItem = z
  .object({
    kind: syncKindName,
    id: z.uuid(),
    key: z.string().describe('Number, slug, name or title of the item.'),
    scope: z
      .string()
      .describe('What makes it visible: project:<id>, team:<id>, organization, user:<id> or public.'),
    version: z.int(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    fields: z
      .record(z.string(), z.unknown())
      .describe('Values by field, under the names that push takes. References are ids.'),
  })
  .meta({ id: 'SyncItem' })
export type SyncItem = z.output<typeof SyncItem>

export function itemFromRow(kind: SyncKind, row: DeletableRow, scopes: Scopes): SyncItem {
  return {
    kind: kind.name,
    id: row.id,
    key: keyOf(kind, row as never),
    scope: kind.scopeOf(row, scopes),
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    fields: fieldsOf(kind, row),
  }
}

/** Returns about how many bytes an item has in a response. */
export function sizeOfItem({ fields }: SyncItem): number {
  const sizes = Object.values(fields).map((value) => {
    if (typeof value === 'string') return value.length
    return typeof value === 'object' && value !== null ? JSON.stringify(value).length : 8
  })
  return sizes.reduce((sum, size) => sum + size + 20, 300)
}

/** A place between items in the order of an export: a kind, and the last id of it that was read. */
export interface Place {
  kind: number
  after: string | null
}

export const firstPlace: Place = { kind: 0, after: null }

/** Returns the kind at a place, or undefined after the last one. */
export function kindAt(kinds: SyncKinds, { kind }: Place): SyncKind | undefined {
  const name = syncKindNames[kind]
  return name && kinds[name]
}

export interface ReadRow extends DeletableRow {
  is_visible: boolean
}

/** Reads items of a kind after an id, in the order of their ids. `visible` is a condition on the items `t`. */
export function readRowsAfter(
  db: Queries,
  kind: SyncKind,
  { organizationId }: Scopes,
  { where, visible, after, limit }: { where: Sql; visible: Sql; after: string | null; limit: number },
): Promise<ReadRow[]> {
  const isAfter = after === null ? sql.empty : sql` and t.id > ${after}`
  return db.run<ReadRow>(
    sql`select ${kind.columns}, (${visible}) is true as is_visible from ${kind.from}
      where t.organization_id = ${organizationId} and t.deleted_at is null${isAfter} and (${where})
      order by t.id limit ${limit}`,
  )
}
