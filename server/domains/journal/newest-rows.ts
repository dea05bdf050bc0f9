import type { Queries } from '../../database/connect.ts'
import { type JournalRow, selectJournal } from '../../database/journal.ts'
import { type Sql, sql } from '../../database/sql.ts'
import { firstIdAt } from '../../platform/ids.ts'

/**
 * An access path into the journal: a condition that one index serves, and optionally the set of rows for which the
 * condition is evaluated once each (a lateral join).
 */
export interface AccessPath {
  forEach?: Sql
  where: Sql
}

/**
 * Reads the newest journal rows. A filter that needs several indexes becomes several access paths. Each path reads its
 * index backwards for at most one page, and the newest rows of all paths are merged. Rows of transactions that may still
 * overlap a running one are left out, so that no page misses a late row.
 */
export async function newestRows(
  db: Queries,
  paths: AccessPath[],
  conditions: Sql[],
  rowLimit: number,
): Promise<JournalRow[]> {
  const limit = sql`${rowLimit}::integer`
  const all = [sql`journal.xid < pg_snapshot_xmin(pg_current_snapshot())`, ...conditions]
  const branches = paths.map(({ forEach, where }) => {
    const rows = sql`${selectJournal} where ${sql.join([where, ...all], ' and ')}
       order by journal.xid desc, journal.seq desc limit ${limit}`
    return forEach ? sql`(select found.* from ${forEach} cross join lateral (${rows}) found)` : sql`(${rows})`
  })
  return db.run<JournalRow>(
    sql`with found as (${sql.join(branches, ' union all ')})
     select * from found order by xid::xid8 desc, seq::bigint desc limit ${limit}`.unprepared,
  )
}

/** Combines every path of each list with every path of the other lists. */
export function combinePaths(lists: AccessPath[][]): AccessPath[] {
  return lists.reduce((paths, list) =>
    paths.flatMap((path) =>
      list.map((other) => {
        const forEach = [path.forEach, other.forEach].filter((each) => each !== undefined)
        return {
          ...(forEach.length > 0 && { forEach: sql.join(forEach, ' cross join ') }),
          where: sql`${path.where} and ${other.where}`,
        }
      }),
    ),
  )
}

/** Condition: this user or agent caused the event. */
export const isActor = (id: string) => sql`actor ->> 'id' = ${id}::text`
/** Condition: an agent caused the event on behalf of this user. */
export const isPrincipal = (id: string) => sql`actor -> 'onBehalfOf' ->> 'id' = ${id}::text`

/** Exceeds the longest possible transaction plus the clock skew between nodes. */
const slackMs = 3_600_000

/**
 * Returns conditions that limit rows to a time range. The journal is ordered by transaction number, which follows time
 * only roughly: a transaction gets its number between its start and its end. So each time bound is also turned into a
 * bound on the transaction number, with slack, which lets the index skip rows outside the range.
 */
export async function withinTime(
  db: Queries,
  { since, until }: { since?: string | undefined; until?: string | undefined },
): Promise<Sql[]> {
  const conditions: Sql[] = []
  if (until !== undefined) {
    // The column stores microseconds, but callers see and pass milliseconds.
    conditions.push(sql`journal.at < ${until}::timestamptz + interval '1 millisecond'`)
    const [later] = await db.run<{ xid: string }>(
      sql`select xid::text from journal where id > ${firstIdAt(Date.parse(until) + slackMs)} order by id limit 1`,
    )
    if (later) conditions.push(sql`journal.xid <= ${later.xid}::text::xid8`)
  }
  if (since !== undefined) {
    conditions.push(sql`journal.at >= ${since}::timestamptz`)
    const [earlier] = await db.run<{ xid: string }>(
      sql`select xid::text from journal where id < ${firstIdAt(Date.parse(since) - slackMs)} order by id desc limit 1`,
    )
    if (earlier) conditions.push(sql`journal.xid >= ${earlier.xid}::text::xid8`)
  }
  return conditions
}
