import type { Queries } from '../../database/connect.ts'

export interface WaysIn {
  password: boolean
  passkeys: number
  /** Accounts at other providers. */
  identities: number
}

/** How a person can sign in by themself. Codes and links are left out: they need a mail server that works. */
export async function waysIn(db: Queries, userId: string): Promise<WaysIn> {
  const [ways] = await db.run<WaysIn>(
    `select u.password_hash is not null
              or exists (select 1 from identities where user_id = u.id and provider = 'backend') as password,
            (select count(*)::int from passkeys where user_id = u.id) as passkeys,
            (select count(*)::int from identities where user_id = u.id and provider <> 'backend') as identities
       from users u where u.id = $1`,
    [userId],
  )
  return ways!
}
