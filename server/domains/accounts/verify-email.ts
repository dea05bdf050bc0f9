import { z } from 'zod'
import { asPerson } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { reject } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'
import { sqlState } from '../../database/connection-errors.ts'
import { emailChanged } from '../../email/notices.ts'
import { notify } from '../../email/notify.ts'
import { type Account, findAccount } from './account.ts'
import { consumeEmailToken } from './email-tokens.ts'
import { markVerified } from './prove-address.ts'
import { addressOf, linkToken } from './user.ts'

/**
 * Needs the login as well as the link. Otherwise somebody could make an account with another's address, wait until its
 * owner follows the link without a thought, and share a verified account with them.
 */
export const verifyEmail = operation({
  id: 'accounts.verifyEmail',
  summary: 'Prove that an e-mail address is yours, with the secret of the link that was sent there.',
  http: 'POST /api/auth/verify-email',
  access: asPerson,
  withoutSecondFactor: true,
  limit: { account: (_input, caller) => addressOf(caller) },
  input: z.object({ token: linkToken }),
  output: z.object({
    email: z.string().describe('The address that is verified now.'),
    verified: z.literal(true),
  }),
  prepare: async ({ app, user }, input) => {
    const change = await consumeEmailToken(app.database, input.token, ['change_email'], user.id)
    if (change) await app.auth.changeEmail(user.id, change.email)
    else if (!(await app.auth.verifyAddress(user, input.token))) reject('wrong_link')
    return { newEmail: change?.email }
  },
}).run(async (ctx) => {
  const account = (await findAccount(ctx.db, { id: ctx.user.id }))!
  const { newEmail, user } = ctx
  const email = newEmail ?? user.email
  if (newEmail !== undefined) await moveTo(ctx, account, email)
  await markVerified(ctx, { ...account, email }, newEmail !== undefined)
  return { email, verified: true as const }
})

async function moveTo(ctx: Context, account: Account, email: string): Promise<void> {
  await ctx.db
    .run('update users set email = $2 where id = $1', [account.id, email])
    .catch((error: unknown) => {
      // Somebody has made an account with it since the link was sent.
      if (sqlState(error) === '23505') reject('already_taken', { field: 'e-mail address', value: email })
      throw error
    })
  // Whatever was sent to the old address works no more.
  await ctx.db.run('delete from mail_tokens where user_id = $1', [account.id])
  await notify(ctx, account.email, (happened) => emailChanged({ ...happened, newEmail: email }))
}
