import type { Database } from '../../../database/connect.ts'
import { appendJournal } from '../../../database/journal.ts'
import { concerning } from '../../../operations/rows.ts'
import { sql } from '../../../database/sql.ts'
import { system } from '../../../operations/caller.ts'
import { trashDays } from '../../../operations/deleted.ts'
import { memoryKind } from './memory.ts'
import { deletePermanently } from './delete-permanently.ts'
import type { MemoryRow } from './tables.ts'

/** Permanently deletes entries that expired over 30 days ago. Until then users can view and extend them. */
export async function purgeExpired(database: Database): Promise<number> {
  let purged = 0
  for (let rows = 1; rows > 0; purged += rows) rows = await purgeBatch(database)
  return purged
}

/** Deletes one small batch, so that row locks are short. */
function purgeBatch(database: Database): Promise<number> {
  return database.transaction(async (db) => {
    const rows = await db.run<MemoryRow>(
      sql`select * from memories where expires_at < now() - interval '${sql.raw(trashDays)} days' limit 100
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
