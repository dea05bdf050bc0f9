import { createHash } from 'node:crypto'
import type { Queries } from '../../database/connect.ts'
import { type EmailPurpose, lifetimes } from '../../email/lifetimes.ts'
import { randomSecret } from '../../platform/ids.ts'

export type EmailTokenPurpose = Exclude<EmailPurpose, 'code' | 'invitation'>

/**
 * Makes the secret of a link that is about to be mailed: only a hash is kept. A new one ends those before it, or the
 * external backend does that, whose links name no user.
 */
export async function createEmailToken(
  db: Queries,
  purpose: EmailTokenPurpose,
  userId: string | null,
  email: string,
): Promise<string> {
  const token = randomSecret()
  await db.run('delete from mail_tokens where user_id = $1 and purpose = $2', [userId, purpose])
  // The lock waits for an erasure in progress: after it, the address must not be stored again.
  await db.run(
    `insert into mail_tokens (hash, purpose, user_id, email, expires_at)
     select $1, $2, $3, $4, now() + $5 * interval '1 minute'
      where $3::uuid is null or exists (select 1 from users where id = $3 and erased_at is null for key share)`,
    [hashSecret(token), purpose, userId, email, lifetimes[purpose]],
  )
  return token
}

/**
 * Uses a token up: of many at the same time, one succeeds. One that was sent to an address which is no longer the
 * account's works no more; nor does one of another user, where it is known who is asking.
 */
export async function consumeEmailToken(
  db: Queries,
  token: string,
  purposes: readonly EmailTokenPurpose[],
  userId: string | null = null,
): Promise<{ purpose: EmailTokenPurpose; user_id: string; email: string } | undefined> {
  const [taken] = await db.run<{ purpose: EmailTokenPurpose; user_id: string; email: string }>(
    `delete from mail_tokens t using users u
      where t.hash = $1 and t.purpose = any($2) and t.expires_at > now() and u.id = t.user_id
        and (t.email = u.email or t.purpose = 'change_email') and ($3::uuid is null or t.user_id = $3)
      returning t.purpose, t.user_id, t.email`,
    [hashSecret(token), purposes, userId],
  )
  return taken
}

/** For secrets with so many random bits that there is nothing to guess. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
