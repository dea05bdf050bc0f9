import type { Queries } from '../../database/connect.ts'

/** Lets it stand for so many seconds from now on, if it would have ended sooner. That is a use, and no change. */
export async function slideCredential(db: Queries, id: string, seconds: number): Promise<void> {
  await db.run(
    `update credentials set expires_at = greatest(expires_at, now() + $2 * interval '1 second')
      where id = $1 and revoked_at is null and expires_at is not null`,
    [id, seconds],
  )
}
