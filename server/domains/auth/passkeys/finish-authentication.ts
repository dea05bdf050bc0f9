import { z } from 'zod'
import { anyone } from '../../../operations/access.ts'
import { reject } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { findAccount, signInFully } from '../accounts/account.ts'
import { SignedInResponse } from '../accounts/user.ts'
import { UsedCredential } from './webauthn-responses.ts'
import { recordPasskeyUse, verifyPasskeyUse } from './use-passkey.ts'

export const finishAuthentication = operation({
  id: 'passkeys.finishAuthentication',
  summary: 'Sign in with the signed response of a passkey.',
  http: 'POST /api/auth/passkey/authenticate/finish',
  access: anyone,
  limit: { account: ({ response }) => response.id },
  input: z.object({ response: UsedCredential }),
  output: SignedInResponse,
  prepare: async (context, { response }) => ({
    use: (await verifyPasskeyUse(context, response)) ?? reject('wrong_passkey'),
  }),
}).run(async (ctx) => {
  const isRecorded = await recordPasskeyUse(ctx.db, ctx.use)
  const account = isRecorded && (await findAccount(ctx.db, { id: ctx.use.userId }))
  // The authenticator verified its user by PIN or fingerprint. Together with the device, that is two factors.
  return signInFully(ctx, account || reject('wrong_passkey'), { method: 'passkey', secondFactor: 'passkey' })
})
