import { z } from 'zod'
import { asPerson } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { reject } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { sqlState } from '../../../platform/connection-errors.ts'
import { sql } from '../../../database/sql.ts'
import { emailChanged } from '../../../email/notices.ts'
import { notify } from '../../../email/notify.ts'
import { type Account, findAccount } from './account.ts'
import { consumeEmailToken } from './email-tokens.ts'
import { markVerified } from './prove-address.ts'
import { addressOf, linkToken } from './user.ts'

/**
 * Requires the login as well as the link. Otherwise an attacker could register with a victim's address, wait until the
 * victim opens the link, and then share a verified account with them.
 */
export const verifyEmail = operation({
  id: 'accounts.verifyEmail',
  summary: 'Verify your email address with the secret from the link sent to it.',
  http: 'POST /api/auth/verify-email',
  access: asPerson,
  withoutSecondFactor: true,
  limit: { account: (_input, caller) => addressOf(caller) },
  input: z.object({ token: linkToken }),
  output: z.object({
    email: z.string().describe('Verified email address.'),
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
  if (newEmail !== undefined) await updateEmail(ctx, account, email)
  await markVerified(ctx, { ...account, email }, newEmail !== undefined)
  return { email, verified: true as const }
})

async function updateEmail(ctx: Context, account: Account, email: string): Promise<void> {
  await ctx.db
    .run(sql`update users set email = ${email} where id = ${account.id}`)
    .catch((error: unknown) => {
      // Another user registered this address after the link was sent.
      if (sqlState(error) === '23505') reject('already_taken', { field: 'email address', value: email })
      throw error
    })
  // Invalidates all links that were sent to the old address.
  await ctx.db.run(sql`delete from mail_tokens where user_id = ${account.id}`)
  await notify(ctx, account.email, (context) => emailChanged({ ...context, newEmail: email }))
}
