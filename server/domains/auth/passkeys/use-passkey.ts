import type { z } from 'zod'
import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import type { Asking } from '../../../operations/operation.ts'
import type { UsedCredential } from './webauthn-responses.ts'
import { consumeChallenge } from './challenge.ts'
import type { PasskeyRow } from './passkey.ts'
import { type Use, verifyUsed } from './verify.ts'

export interface PasskeyUse extends Use {
  credentialId: string
  userId: string
}

/** Verifies the response of a passkey and returns its user, or undefined. Consumes the challenge in any case. */
export async function verifyPasskeyUse(
  context: Asking,
  response: z.output<typeof UsedCredential>,
): Promise<PasskeyUse | undefined> {
  const { database } = context.app
  const challenge = await consumeChallenge(database, response.response.clientDataJSON, null)
  if (!challenge) return undefined
  const [passkey] = await database.run<PasskeyRow>(
    sql`select * from passkeys where credential_id = ${response.id}`,
  )
  const use = passkey && (await verifyUsed(context, response, challenge, passkey))
  return use && { ...use, credentialId: response.id, userId: passkey.user_id }
}

/**
 * Stores the use of a passkey. Compares the counter again in the update, because a concurrent use may have changed it.
 * The counter increases with every use, except for synced passkeys, which cannot count and send 0.
 */
export async function recordPasskeyUse(
  db: Queries,
  { credentialId, counter, synced }: PasskeyUse,
): Promise<boolean> {
  const updated = await db.run(
    sql`update passkeys set counter = ${counter}, synced = ${synced}, last_used_at = now()
      where credential_id = ${credentialId} and (counter < ${counter} or (counter = 0 and ${counter}::bigint = 0)) returning 1`,
  )
  return updated.length === 1
}
