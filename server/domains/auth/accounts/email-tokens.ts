import { createHash } from 'node:crypto'
import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import { type EmailPurpose, lifetimes } from '../../../email/lifetimes.ts'
import { randomSecret } from '../../../platform/ids.ts'

export type EmailTokenPurpose = Exclude<EmailPurpose, 'code' | 'invitation'>

/**
 * Creates the secret of an emailed link and stores its hash. Invalidates earlier links of the user with the same
 * purpose. Links of the external backend have no user id: the backend invalidates those itself.
 */
export async function createEmailToken(
  db: Queries,
  purpose: EmailTokenPurpose,
  userId: string | null,
  email: string,
): Promise<string> {
  const token = randomSecret()
  await db.run(sql`delete from mail_tokens where user_id = ${userId} and purpose = ${purpose}`)
  // The lock waits for an erasure in progress. The address must not be stored again afterwards.
  await db.run(
    sql`insert into mail_tokens (hash, purpose, user_id, email, expires_at)
     select ${hashSecret(token)}, ${purpose}, ${userId}::uuid, ${email}, now() + ${lifetimes[purpose]} * interval '1 minute'
      where ${userId}::uuid is null or exists (select 1 from users where id = ${userId}::uuid and erased_at is null for key share)`,
  )
  return token
}

/**
 * Consumes a token. Exactly one of several concurrent attempts succeeds. Returns undefined if the account's address has
 * changed since, or if `userId` is given and the token belongs to another user.
 */
export async function consumeEmailToken(
  db: Queries,
  token: string,
  purposes: readonly EmailTokenPurpose[],
  userId: string | null = null,
): Promise<{ purpose: EmailTokenPurpose; user_id: string; email: string } | undefined> {
  const [consumed] = await db.run<{ purpose: EmailTokenPurpose; user_id: string; email: string }>(
    sql`delete from mail_tokens t using users u
      where t.hash = ${hashSecret(token)} and t.purpose = any(${purposes}) and t.expires_at > now() and u.id = t.user_id
        and (t.email = u.email or t.purpose = 'change_email') and (${userId}::uuid is null or t.user_id = ${userId}::uuid)
      returning t.purpose, t.user_id, t.email`,
  )
  return consumed
}

/** Hashes a secret that has too many random bits to need a slow hash. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
