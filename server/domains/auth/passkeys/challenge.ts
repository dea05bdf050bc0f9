import { randomBytes } from 'node:crypto'
import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import { hashSecret } from '../accounts/email-tokens.ts'

const minutes = 5

/** Time to respond to a challenge, in milliseconds. */
export const challengeTimeout = minutes * 60_000

/** Creates a challenge to sign. `userId` is the user who adds a passkey, or null for a sign-in. */
export async function createChallenge(db: Queries, userId: string | null): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  await db.run(
    sql`insert into passkey_challenges (hash, user_id, expires_at)
     values (${hashSecret(challenge)}, ${userId}, now() + ${minutes} * interval '1 minute')`,
  )
  return challenge
}

/**
 * Consumes the challenge of a response. Returns it if it is ours, not expired, and meant for the same user and purpose.
 * Each challenge allows one response, valid or not. So this runs before, and outside, the transaction of the operation,
 * which a rejection rolls back.
 */
export async function consumeChallenge(
  db: Queries,
  clientDataJSON: string,
  userId: string | null,
): Promise<string | undefined> {
  const challenge = parseChallenge(clientDataJSON)
  if (challenge === undefined) return undefined
  const [consumed] = await db.run<{ valid: boolean }>(
    sql`delete from passkey_challenges where hash = ${hashSecret(challenge)}
     returning expires_at > now() and user_id is not distinct from ${userId} as valid`,
  )
  return consumed?.valid ? challenge : undefined
}

function parseChallenge(clientDataJSON: string): string | undefined {
  try {
    const clientData = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as {
      challenge?: unknown
    }
    return typeof clientData.challenge === 'string' ? clientData.challenge : undefined
  } catch {
    return undefined
  }
}
