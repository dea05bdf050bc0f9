import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'

/** SQL that checks whether user `u` has a password, stored here or at the external backend. */
export const hasPasswordSql = sql`(u.password_hash is not null
  or exists (select from identities i where i.user_id = u.id and i.provider = 'backend'))`

/**
 * Counts the sign-in methods of an account: its password, passkeys and connected accounts. Locks the account until the
 * transaction ends, so that concurrent requests can't remove the last two methods.
 */
export async function countSignInMethods(db: Queries, userId: string): Promise<number> {
  await db.run(sql`select 1 from users where id = ${userId} for no key update`)
  const [counted] = await db.run<{ methods: number }>(
    sql`select ${hasPasswordSql}::int
          + (select count(*) from identities i where i.user_id = u.id and i.provider <> 'backend')::int
          + (select count(*) from passkeys p where p.user_id = u.id)::int as methods
       from users u where u.id = ${userId}`,
  )
  return counted!.methods
}

export async function hasPassword(db: Queries, userId: string): Promise<boolean> {
  const [user] = await db.run<{ has: boolean }>(
    sql`select ${hasPasswordSql} as has from users u where u.id = ${userId}`,
  )
  return user!.has
}
