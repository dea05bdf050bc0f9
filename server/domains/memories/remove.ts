import type { Queries } from '../../database/connect.ts'
import { forgetEntries } from '../search/entries.ts'

/** Removes entries with every trace of what they said: how they were found, and what the journal told of their changes. */
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
