import { z } from 'zod'
import { anyone } from '../../operations/access.ts'
import { refuse } from '../../operations/errors.ts'
import { type Asking, operation } from '../../operations/operation.ts'
import { findAccount, signIn } from '../accounts/account.ts'
import { SignedInAnswer } from '../accounts/user.ts'
import { UsedCredential } from './answers.ts'
import { takeChallenge } from './challenge.ts'
import type { PasskeyRow } from './passkey.ts'
import { type Use, verifyUsed } from './verify.ts'

export const finishAuthentication = operation({
  id: 'passkeys.finishAuthentication',
  summary: 'Sign in with what a passkey has signed.',
  http: 'POST /api/auth/passkey/authenticate/finish',
  access: anyone,
  limit: { account: ({ response }) => response.id },
  input: z.object({ response: UsedCredential }),
  output: SignedInAnswer,
  prepare: async (asking, { response }) => ({
    use: (await verifiedUse(asking, response)) ?? refuse('wrong_passkey'),
  }),
}).run(async (ctx, { response }) => {
  // The counter is compared once more where it is changed, since another use may have come in between. It counts up
  // from use to use, unless the passkey is synced between devices, which cannot count: then it stays 0.
  const [passkey] = await ctx.db.run<{ user_id: string }>(
    `update passkeys set counter = $2, synced = $3, last_used_at = now()
      where credential_id = $1 and (counter < $2 or (counter = 0 and $2 = 0)) returning user_id`,
    [response.id, ctx.use.counter, ctx.use.synced],
  )
  const account = passkey && (await findAccount(ctx.db, { id: passkey.user_id }))
  return signIn(ctx, account ?? refuse('wrong_passkey'), 'passkey')
})

async function verifiedUse(
  asking: Asking,
  response: z.output<typeof UsedCredential>,
): Promise<Use | undefined> {
  const { database } = asking.app
  const challenge = await takeChallenge(database, response.response.clientDataJSON, null)
  if (!challenge) return undefined
  const [passkey] = await database.run<PasskeyRow>('select * from passkeys where credential_id = $1', [
    response.id,
  ])
  return passkey && verifyUsed(asking, response, challenge, passkey)
}
