import type { Queries } from '../../database/connect.ts'

/** Whether a password opens the account of a user `u`, in SQL: ours, or one that the external backend keeps. */
export const passwordOpens = `(u.password_hash is not null
  or exists (select from identities i where i.user_id = u.id and i.provider = 'backend'))`

/**
 * How many ways there are into an account: its password, here or at the external backend, its passkeys, and its
 * identities elsewhere. The account is held until the transaction ends: of two that take a way away at the same
 * moment, the second counts what the first has left.
 */
export async function countSignInMethods(db: Queries, userId: string): Promise<number> {
  await db.run('select 1 from users where id = $1 for no key update', [userId])
  const [counted] = await db.run<{ ways: number }>(
    `select ${passwordOpens}::int
          + (select count(*) from identities i where i.user_id = u.id and i.provider <> 'backend')::int
          + (select count(*) from passkeys p where p.user_id = u.id)::int as ways
       from users u where u.id = $1`,
    [userId],
  )
  return counted!.ways
}

export async function hasPassword(db: Queries, userId: string): Promise<boolean> {
  const [user] = await db.run<{ has: boolean }>(
    `select ${passwordOpens} as has from users u where u.id = $1`,
    [userId],
  )
  return user!.has
}
