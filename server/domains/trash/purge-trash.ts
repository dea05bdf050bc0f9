import type { Database } from '../../database/connect.ts'
import { appendJournal } from '../../database/journal.ts'
import { concerning } from '../../database/rows.ts'
import type { DeletableRow } from '../../database/tables.ts'
import { sql } from '../../database/sql.ts'
import { system } from '../../operations/caller.ts'
import type { EventType } from '../../operations/events.ts'
import { trashDays } from './deleted.ts'
import { trashKindNames, trashKinds, type TrashKind } from './trash-kinds.ts'

/** Deletes items permanently 30 days after their deletion, and records each in the journal. Returns their number. */
export async function purgeTrash(database: Database): Promise<number> {
  let purged = 0
  for (const name of trashKindNames) {
    const kind = trashKinds[name] as unknown as TrashKind<DeletableRow>
    // Deletes in small batches, so that other transactions don't wait for a long one.
    for (let rows = 1; rows > 0; purged += rows) rows = await purgeBatch(database, kind)
  }
  return purged
}

function purgeBatch(database: Database, kind: TrashKind<DeletableRow>): Promise<number> {
  const table = sql.raw(kind.table)
  return database.transaction(async (db) => {
    const rows = await db.run<DeletableRow>(
      sql`delete from ${table} where id in (
         select id from ${table} where deleted_at < now() - interval '${sql.raw(trashDays)} days'
            and not (${kind.kept ?? sql`false`}) limit 100
         for update skip locked)
       returning *`,
    )
    const entries = rows.map((row) => ({
      type: `${kind.name}.purged` as EventType,
      ...concerning(kind, row),
    }))
    await appendJournal(db, system, null, entries)
    return rows.length
  })
}
