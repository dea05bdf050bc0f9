import type { Queries } from './connect.ts'
import { type Position, journalStart } from './journal.ts'
import { type Sql, sql } from './sql.ts'

/**
 * Yields filters that split the whole journal into ranges, newest first. For reads of every row, which must not block
 * the database with one long statement.
 */
export async function* journalStretches(db: Queries, { rows = 10_000 } = {}): AsyncGenerator<Sql> {
  let upTo: Position | undefined = end
  while (upTo) {
    const isUpTo: Sql = sql`(xid, seq) <= (${upTo.xid}::text::xid8, ${upTo.seq}::bigint)`
    const [after]: Position[] = await db.run<Position>(
      sql`select xid::text, seq::text from journal where ${isUpTo}
        order by journal.xid desc, journal.seq desc offset ${rows} limit 1`,
    )
    const { xid, seq } = after ?? journalStart
    yield sql`(xid, seq) > (${xid}::text::xid8, ${seq}::bigint) and ${isUpTo}`
    upTo = after
  }
}

const end: Position = { xid: '18446744073709551615', seq: '9223372036854775807' }
