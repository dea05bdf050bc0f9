import { z } from 'zod'
import { anyone } from '../../../operations/access.ts'
import { operation, type Asking } from '../../../operations/operation.ts'
import { challengeTimeout, createChallenge, consumeChallenge } from './challenge.ts'
import { RequestOptions, UsedCredential } from './webauthn-schemas.ts'
import { relyingParty, type Use, verifyUsed } from './verify.ts'
import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import type { PasskeyRow } from './passkey.ts'
import { reject } from '../../../errors/errors.ts'
import { requireOffered } from '../accounts/offered-methods.ts'
import { findAccount, signInFully } from '../accounts/account.ts'
import { SignedInResponse } from '../accounts/user.ts'

export const beginAuthentication = operation({
  id: 'passkeys.beginAuthentication',
  summary: 'Start a sign-in with a passkey. Returns the WebAuthn request options for the browser.',
  http: 'POST /api/auth/passkey/authenticate/begin',
  access: anyone,
  limit: 'network',
  input: z.object({}),
  output: RequestOptions,
}).run(async ({ app, db }) => {
  requireOffered(app, 'passkey')
  return {
    challenge: await createChallenge(db, null),
    rpId: relyingParty(app).id,
    timeout: challengeTimeout,
    userVerification: 'required' as const,
  }
})

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

export const finishAuthentication = operation({
  id: 'passkeys.finishAuthentication',
  summary: 'Sign in with the signed response of a passkey.',
  http: 'POST /api/auth/passkey/authenticate/finish',
  access: anyone,
  limit: { account: ({ response }) => response.id },
  input: z.object({ response: UsedCredential }),
  output: SignedInResponse,
  prepare: async (context, { response }) => {
    requireOffered(context.app, 'passkey')
    return { use: (await verifyPasskeyUse(context, response)) ?? reject('wrong_passkey') }
  },
}).run(async (ctx) => {
  const isRecorded = await recordPasskeyUse(ctx.db, ctx.use)
  const account = isRecorded && (await findAccount(ctx.db, { id: ctx.use.userId }))
  // The authenticator verified its user by PIN or fingerprint. Together with the device, that is two factors.
  return signInFully(ctx, account || reject('wrong_passkey'), { method: 'passkey', secondFactor: 'passkey' })
})
