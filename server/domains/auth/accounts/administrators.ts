import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'

/**
 * Serializes changes that can remove an administrator or an owner. Otherwise the last two could be removed concurrently.
 * Take this lock before any row lock.
 */
export async function lockAdministrators(db: Queries): Promise<void> {
  await db.run(sql`select pg_advisory_xact_lock(7264829003)`)
}

/** Returns whether another administrator can still sign in. Suspended and closed accounts don't count. */
export async function hasOtherAdministrator(db: Queries, userId: string): Promise<boolean> {
  const [other] = await db.run(
    sql`select 1 from users where role = 'admin' and id <> ${userId} and erase_at is null and suspended_at is null limit 1`,
  )
  return other !== undefined
}
