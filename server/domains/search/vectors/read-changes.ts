import type { Queries } from '../../../database/queries.ts'
import { type Sql, sql } from '../../../database/sql.ts'
import type { SearchTable } from '../search-table.ts'
import type { EntryBatch } from './entry-bits.ts'

/** A group of entries that is loaded as a whole. Built-in content has the group null. */
export interface GroupKey {
  table: SearchTable
  model: string
  dimensions: number
  group: string | null
}

/** A position in the order of changes: the transaction that wrote a row, then its key. */
interface Cursor {
  xid: string
  id: string
  part: number
}

export interface ChangesPage {
  batches: EntryBatch[]
  /** Rows of all transactions before this one are visible to the read, unless they were rolled back. */
  horizon: string
  identity: string
  /** Undefined after the last page. */
  next: Cursor | undefined
  /** The last transaction that wrote one of the rows. */
  lastXid: string
}

// Adding them to memory takes a few milliseconds, during which nothing else runs.
const pageSize = 5000

/** Returns the start of the changes that this transaction or a later one made. */
export function changesSince(xid: string): Cursor {
  return { xid, id: '00000000-0000-0000-0000-000000000000', part: -1 }
}

export const horizon = sql`pg_snapshot_xmin(pg_current_snapshot())::text`

/**
 * Identifies the table in one run of the database server. Transaction numbers are comparable only there: not after a failover,
 * nor after the table was replaced by a dump.
 */
export function identityOf({ name }: SearchTable): Sql {
  return sql`concat_ws(' ', pg_postmaster_start_time(), (select oid from pg_database where datname = current_database()),
    pg_relation_filenode(${sql.raw(`'${name}'`)}::regclass))`
}

/** Reads a page of the rows of a group after a cursor, in the order in which they were written. */
export async function readChanges(
  db: Queries,
  { table, model, dimensions, group }: GroupKey,
  after: Cursor,
): Promise<ChangesPage> {
  const column = sql.raw(`e.${table.groupColumn}`)
  const places = sql.join(table.placeColumns.map((name) => sql.raw(`e.${name}::text`)))
  const rows = await db.run<PageRow>(
    sql`with page as materialized (
       select e.subject_id, e.part, e.written_in, e.bits, array[${places}]::text[] as place
         from ${sql.raw(table.name)} e
        where ${group === null ? sql`${column} is null` : sql`${column} = ${group}::uuid`} and e.model = ${model}
          and (e.written_in, e.subject_id, e.part) > (${after.xid}::text::xid8, ${after.id}::uuid, ${after.part}::smallint)
          and length(e.bits) = ${dimensions}
        order by e.written_in, e.subject_id, e.part limit ${sql.raw(pageSize)}),
     batches as (
       select place, string_agg(uuid_send(subject_id), '') as ids, string_agg(int2send(part), '') as parts,
              -- Without the length in front of the bits.
              string_agg(substr(varbit_send(bits), 5), '') as bits
         from page group by place)
     select ${horizon} as horizon, ${identityOf(table)} as identity, counted.rows::integer, batches.place, batches.ids, batches.parts,
            batches.bits, last.xid, last.id, last.part as last_part
       from (select count(*) as rows from page) as counted
       left join batches on true
       left join (select written_in::text as xid, subject_id as id, part from page
                   order by written_in desc, subject_id desc, part desc limit 1) as last on true`,
  )
  const [first] = rows
  const { rows: count, xid, id, last_part: part } = first!
  return {
    horizon: first!.horizon,
    identity: first!.identity,
    lastXid: xid ?? after.xid,
    batches: count === 0 ? [] : rows,
    next: count === pageSize ? { xid: xid!, id: id!, part: part! } : undefined,
  }
}

interface PageRow extends EntryBatch {
  horizon: string
  identity: string
  rows: number
  xid: string | null
  id: string | null
  last_part: number | null
}
