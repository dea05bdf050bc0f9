import { z } from 'zod'
import { appLink } from '../../../email/app-link.ts'
import { notify } from '../../../email/notify.ts'
import { addressHasAccount, changeEmail as confirmChange } from '../../../email/sign-in-emails.ts'
import { asPersonRecently } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import { findAccount } from './account.ts'
import { createEmailToken } from './email-tokens.ts'
import { EmailSent, addressOf, email } from './user.ts'

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
