import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import type { CommentRow } from './comment.ts'

/** Returns the latest comments on an item, oldest first. */
export async function latestComments(db: Queries, itemId: string, limit: number): Promise<CommentRow[]> {
  const rows = await db.run<CommentRow>(
    sql`select * from comments where subject_id = ${itemId} and deleted_at is null order by id desc limit ${limit}`,
  )
  return rows.toReversed()
}
