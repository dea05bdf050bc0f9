import type { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import type { Asking } from '../../operations/operation.ts'
import type { UsedCredential } from './answers.ts'
import { consumeChallenge } from './challenge.ts'
import type { PasskeyRow } from './passkey.ts'
import { type Use, verifyUsed } from './verify.ts'

export interface PasskeyUse extends Use {
  credentialId: string
  userId: string
}

/** Returns whose passkey has signed our challenge, or undefined. The challenge is used up in any case. */
export async function verifyPasskeyUse(
  asking: Asking,
  response: z.output<typeof UsedCredential>,
): Promise<PasskeyUse | undefined> {
  const { database } = asking.app
  const challenge = await consumeChallenge(database, response.response.clientDataJSON, null)
  if (!challenge) return undefined
  const [passkey] = await database.run<PasskeyRow>('select * from passkeys where credential_id = $1', [
    response.id,
  ])
  const use = passkey && (await verifyUsed(asking, response, challenge, passkey))
  return use && { ...use, credentialId: response.id, userId: passkey.user_id }
}

/**
 * Stores the use of a passkey. The counter is compared once more where it is changed, since another use may have come in
 * between. It counts up from use to use, unless the passkey is synced between devices, which cannot count: then it stays 0.
 */
export async function notePasskeyUse(
  db: Queries,
  { credentialId, counter, synced }: PasskeyUse,
): Promise<boolean> {
  const noted = await db.run(
    `update passkeys set counter = $2, synced = $3, last_used_at = now()
      where credential_id = $1 and (counter < $2 or (counter = 0 and $2 = 0)) returning 1`,
    [credentialId, counter, synced],
  )
  return noted.length === 1
}
