import type { Database } from '../../database/connect.ts'
import { appendJournal } from '../../database/journal.ts'
import { concerning } from '../../database/rows.ts'
import { system } from '../../operations/caller.ts'
import { trashDays } from '../trash/deleted.ts'
import { memoryKind } from './memory.ts'
import { deletePermanently } from './remove.ts'
import type { MemoryRow } from './tables.ts'

/** Removes for good what expired more than 30 days ago. Until then it can be looked at, and be given more time. */
export async function purgeExpired(database: Database): Promise<number> {
  let purged = 0
  for (let rows = 1; rows > 0; purged += rows) rows = await purgeSome(database)
  return purged
}

/** In small bites, so that nobody waits for a big one. */
function purgeSome(database: Database): Promise<number> {
  return database.transaction(async (db) => {
    const rows = await db.run<MemoryRow>(
      `select * from memories where expires_at < now() - interval '${trashDays} days' limit 100
       for update skip locked`,
    )
    await deletePermanently(
      db,
      rows.map(({ id }) => id),
    )
    const entries = rows.map((row) => ({ type: 'memory.purged' as const, ...concerning(memoryKind, row) }))
    await appendJournal(db, system, null, entries)
    return rows.length
  })
}
