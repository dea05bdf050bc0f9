import { z } from 'zod'
import { anyone } from '../../operations/access.ts'
import { reject } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'
import { findAccount, signInFully } from '../accounts/account.ts'
import { SignedInResponse } from '../accounts/user.ts'
import { UsedCredential } from './answers.ts'
import { notePasskeyUse, verifyPasskeyUse } from './use-passkey.ts'

export const finishAuthentication = operation({
  id: 'passkeys.finishAuthentication',
  summary: 'Sign in with what a passkey has signed.',
  http: 'POST /api/auth/passkey/authenticate/finish',
  access: anyone,
  limit: { account: ({ response }) => response.id },
  input: z.object({ response: UsedCredential }),
  output: SignedInResponse,
  prepare: async (asking, { response }) => ({
    use: (await verifyPasskeyUse(asking, response)) ?? reject('wrong_passkey'),
  }),
}).run(async (ctx) => {
  const isNoted = await notePasskeyUse(ctx.db, ctx.use)
  const account = isNoted && (await findAccount(ctx.db, { id: ctx.use.userId }))
  // The authenticator has verified its user (a PIN, a finger): with the device itself, that is two factors.
  return signInFully(ctx, account || reject('wrong_passkey'), { method: 'passkey', secondFactor: 'passkey' })
})
