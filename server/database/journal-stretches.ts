import type { Filter } from '../operations/access.ts'
import type { Queries } from './connect.ts'
import { type Position, journalStart } from './journal.ts'

/**
 * Yields filters that split the whole journal into ranges, newest first. For reads of every row, which must not block
 * the database with one long statement. Each filter has four parameters, starting at `$<first>`.
 */
export async function* journalStretches(
  db: Queries,
  { first, rows = 10_000 }: { first: number; rows?: number },
): AsyncGenerator<Filter> {
  const position = (number: number) => `($${number}::text::xid8, $${number + 1}::bigint)`
  const where = `(xid, seq) > ${position(first)} and (xid, seq) <= ${position(first + 2)}`
  let upTo: Position | undefined = end
  while (upTo) {
    const [after]: Position[] = await db.run<Position>(
      `select xid::text, seq::text from journal where (xid, seq) <= ${position(1)}
        order by journal.xid desc, journal.seq desc offset $3 limit 1`,
      [upTo.xid, upTo.seq, rows],
    )
    const { xid, seq } = after ?? journalStart
    yield { where, values: [xid, seq, upTo.xid, upTo.seq] }
    upTo = after
  }
}

const end: Position = { xid: '18446744073709551615', seq: '9223372036854775807' }
