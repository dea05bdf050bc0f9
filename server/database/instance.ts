import { randomUUID } from 'node:crypto'
import type { Database, Queries } from './connect.ts'
import { sql } from './sql.ts'

/**
 * Returns the epoch of the data. Transaction numbers belong to one database cluster. Data that was moved to another
 * cluster without our restore may carry numbers from the future, which would hide every new change. In that case, moves
 * the old rows to the start of the journal and changes the epoch, so that clients read again.
 */
export async function openEpoch(database: Database): Promise<string> {
  return database.transaction(async (db) => {
    await db.run(sql`select 1 from instance for update`)
    // Compares with xmax of the snapshot: rows of this cluster are always below it. Our own transaction number is not a
    // bound, because other nodes write concurrently.
    const moved = await db.run(
      sql`select 1 from journal where xid >= pg_snapshot_xmax(pg_current_snapshot()) order by xid desc, seq desc limit 1`,
    )
    if (moved.length > 0) {
      await startNewEpoch(db)
      await renumberVectors(db)
    }
    const [row] = await db.run<{ epoch: string }>(sql`select epoch from instance`)
    return row!.epoch
  })
}

/** Writes the rows of search tables that carry numbers from the future again, which gives them the current one. */
async function renumberVectors(db: Queries): Promise<void> {
  for (const table of ['search_entries', 'code_chunks'])
    await db.run(
      sql`update ${sql.raw(table)} set written_in = pg_current_xact_id() where written_in >= pg_snapshot_xmax(pg_current_snapshot())`,
    )
}

/** Moves all journal rows, in order, to positions before anything that this cluster will write. Changes the epoch. */
export async function startNewEpoch(db: Queries): Promise<void> {
  await db.run(
    sql`update journal j set xid = '1', seq = ordered.place
       from (select id, row_number() over (order by xid, seq) as place from journal) ordered
      where ordered.id = j.id`,
  )
  await db.run(
    sql`select setval(pg_get_serial_sequence('journal', 'seq'), (select count(*) + 1 from journal), false)`,
  )
  await db.run(sql`update instance set epoch = ${randomUUID()}`)
}
