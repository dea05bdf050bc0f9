import type { Queries } from '../../database/connect.ts'
import { forgetEntries } from '../search/entries.ts'

/** Deletes entries and every copy of their content: the index entries and the changes recorded in the journal. */
export async function deletePermanently(db: Queries, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0
  await forgetEntries(db, ids)
  await db.run(
    `update journal set changes = changes - 'content'
      where subject_id = any($1::uuid[]) and subject_kind = 'memory' and changes ? 'content'`,
    [ids],
  )
  const removed = await db.run('delete from memories where id = any($1::uuid[]) returning 1', [ids])
  return removed.length
}
