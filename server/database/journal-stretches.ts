import type { Filter } from '../operations/access.ts'
import type { Queries } from './connect.ts'
import { type Position, journalStart } from './journal.ts'

/**
 * The whole journal in stretches, the newest first: for what has to look at every row, and must not keep the database
 * busy with one long statement. The four parameters of each begin with `$<first>`.
 */
export async function* journalStretches(
  db: Queries,
  { first, rows = 10_000 }: { first: number; rows?: number },
): AsyncGenerator<Filter> {
  const place = (number: number) => `($${number}::text::xid8, $${number + 1}::bigint)`
  const where = `(xid, seq) > ${place(first)} and (xid, seq) <= ${place(first + 2)}`
  let upTo: Position | undefined = end
  while (upTo) {
    const [after]: Position[] = await db.run<Position>(
      `select xid::text, seq::text from journal where (xid, seq) <= ${place(1)}
        order by journal.xid desc, journal.seq desc offset $3 limit 1`,
      [upTo.xid, upTo.seq, rows],
    )
    const { xid, seq } = after ?? journalStart
    yield { where, values: [xid, seq, upTo.xid, upTo.seq] }
    upTo = after
  }
}

const end: Position = { xid: '18446744073709551615', seq: '9223372036854775807' }
