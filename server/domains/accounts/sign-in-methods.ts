import type { Queries } from '../../database/connect.ts'

/** SQL that checks whether user `u` has a password, stored here or at the external backend. */
export const hasPasswordSql = `(u.password_hash is not null
  or exists (select from identities i where i.user_id = u.id and i.provider = 'backend'))`

/**
 * Counts the sign-in methods of an account: its password, passkeys and connected accounts. Locks the account until the
 * transaction ends, so that concurrent requests can't remove the last two methods.
 */
export async function countSignInMethods(db: Queries, userId: string): Promise<number> {
  await db.run('select 1 from users where id = $1 for no key update', [userId])
  const [counted] = await db.run<{ methods: number }>(
    `select ${hasPasswordSql}::int
          + (select count(*) from identities i where i.user_id = u.id and i.provider <> 'backend')::int
          + (select count(*) from passkeys p where p.user_id = u.id)::int as methods
       from users u where u.id = $1`,
    [userId],
  )
  return counted!.methods
}

export async function hasPassword(db: Queries, userId: string): Promise<boolean> {
  const [user] = await db.run<{ has: boolean }>(
    `select ${hasPasswordSql} as has from users u where u.id = $1`,
    [userId],
  )
  return user!.has
}
