import { z } from 'zod'
import { appLink } from '../../../email/app-link.ts'
import { notify } from '../../../email/queue-email.ts'
import { addressHasAccount, changeEmail as confirmChange } from '../../../email/sign-in-emails.ts'
import { asPersonRecently, asPerson } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import { findAccount, type Account } from './account.ts'
import { createEmailToken, consumeEmailToken } from './email-tokens.ts'
import { EmailSent, addressOf, email, linkToken } from './user.ts'
import { requestLink } from './email-requests.ts'
import type { Context } from '../../../operations/context.ts'
import { reject } from '../../../errors/errors.ts'
import { sqlState } from '../../../platform/connection-errors.ts'
import { sql } from '../../../database/sql.ts'
import { emailChanged } from '../../../email/notices.ts'
import { markVerified } from './prove-address.ts'

export const changeEmail = operation({
  id: 'accounts.changeEmail',
  summary:
    'Request a change of your email address. It takes effect when you open the link sent to the new address.',
  http: 'POST /api/settings/email',
  access: asPersonRecently,
  limit: { account: (_input, caller) => addressOf(caller) },
  input: z.object({ email: email.describe('New email address.') }),
  output: EmailSent,
}).run(async (ctx, input) => {
  const { config } = ctx.app
  // The response is the same for an address that has an account. Only the account's owner is notified.
  if (await findAccount(ctx.db, input)) {
    const link = appLink(config, '/sign-in')
    await notify(ctx, input.email, ({ instance, from }) => addressHasAccount({ instance, asked: from, link }))
  } else {
    const token = await createEmailToken(ctx.db, 'change_email', ctx.user.id, input.email)
    const link = appLink(config, '/verify-email', { fragment: { token } })
    await notify(ctx, input.email, ({ instance, from }) => confirmChange({ instance, asked: from, link }))
  }
  return { sent: true as const }
})

export const sendVerification = operation({
  id: 'accounts.sendVerification',
  summary: 'Send another verification link to your email address.',
  http: 'POST /api/auth/verify-email/send',
  access: asPerson,
  withoutSecondFactor: true,
  limit: { account: (_input, caller) => addressOf(caller) },
  input: z.object({}),
  output: EmailSent,
}).run(async (ctx) => {
  await requestLink(ctx, ctx.user.email, 'verify_email')
  return { sent: true as const }
})

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
