import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import { forgetEntries } from '../../search/entries.ts'

/** Deletes entries and every copy of their content: the index entries and the changes recorded in the journal. */
export async function deletePermanently(db: Queries, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0
  await forgetEntries(db, ids)
  await db.run(
    sql`update journal set changes = changes - 'content'
      where subject_id = any(${ids}::uuid[]) and subject_kind = 'memory' and changes ? 'content'`,
  )
  const removed = await db.run(sql`delete from memories where id = any(${ids}::uuid[]) returning 1`)
  return removed.length
}
