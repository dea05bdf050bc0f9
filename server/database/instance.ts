import { randomUUID } from 'node:crypto'
import type { Database, Queries } from './connect.ts'

/**
 * The epoch of the data. Transaction numbers belong to a database cluster: data that was moved to another one by other
 * means than our own restore carries numbers from the future, and would hide every new change behind them. So such
 * rows are put at the beginning, in their order, and the epoch is changed, so that clients read again.
 */
export async function openEpoch(database: Database): Promise<string> {
  return database.transaction(async (db) => {
    await db.run('select 1 from instance for update')
    // Nothing that this cluster wrote lies beyond what a snapshot knows of; while other nodes write, beyond our own number
    // much does.
    const moved = await db.run(
      `select 1 from journal where xid >= pg_snapshot_xmax(pg_current_snapshot()) order by xid desc, seq desc limit 1`,
    )
    if (moved.length > 0) await startNewEpoch(db)
    const [row] = await db.run<{ epoch: string }>('select epoch from instance')
    return row!.epoch
  })
}

/** Gives the journal's rows places before anything that this cluster will write, in the order they had. */
export async function startNewEpoch(db: Queries): Promise<void> {
  await db.run(
    `update journal j set xid = '1', seq = ordered.place
       from (select id, row_number() over (order by xid, seq) as place from journal) ordered
      where ordered.id = j.id`,
  )
  await db.run(
    `select setval(pg_get_serial_sequence('journal', 'seq'), (select count(*) + 1 from journal), false)`,
  )
  await db.run('update instance set epoch = $1', [randomUUID()])
}
