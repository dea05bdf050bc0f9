import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'

/** Extends the expiry to at least this many seconds from now. Counts as a use, so it is not journaled. */
export async function slideCredential(db: Queries, id: string, seconds: number): Promise<void> {
  await db.run(
    sql`update credentials set expires_at = greatest(expires_at, now() + ${seconds} * interval '1 second')
      where id = ${id} and revoked_at is null and expires_at is not null`,
  )
}
