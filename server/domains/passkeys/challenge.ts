import { randomBytes } from 'node:crypto'
import type { Queries } from '../../database/connect.ts'
import { hashSecret } from '../accounts/email-tokens.ts'

const minutes = 5

/** How many milliseconds a person has to answer. */
export const challengeTimeout = minutes * 60_000

/** What an authenticator is asked to sign. `userId` is who adds a passkey, or null if somebody signs in. */
export async function createChallenge(db: Queries, userId: string | null): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  await db.run(
    `insert into passkey_challenges (hash, user_id, expires_at)
     values ($1, $2, now() + $3 * interval '1 minute')`,
    [hashSecret(challenge), userId, minutes],
  )
  return challenge
}

/**
 * The challenge that was answered, if it was ours, in time, and put to the same person for the same purpose. Whatever
 * the answer is worth, there is no second one to the same challenge: so this happens before, and outside of, the
 * transaction that a refusal undoes.
 */
export async function consumeChallenge(
  db: Queries,
  clientDataJSON: string,
  userId: string | null,
): Promise<string | undefined> {
  const challenge = challengeIn(clientDataJSON)
  if (challenge === undefined) return undefined
  const [taken] = await db.run<{ fits: boolean }>(
    `delete from passkey_challenges where hash = $1
     returning expires_at > now() and user_id is not distinct from $2 as fits`,
    [hashSecret(challenge), userId],
  )
  return taken?.fits ? challenge : undefined
}

function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const said = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge?: unknown }
    return typeof said.challenge === 'string' ? said.challenge : undefined
  } catch {
    return undefined
  }
}
