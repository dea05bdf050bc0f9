import { z } from 'zod'
import { appLink } from '../../email/app-link.ts'
import { notify } from '../../email/notify.ts'
import { addressHasAccount, changeEmail as confirmChange } from '../../email/sign-in-emails.ts'
import { asPersonRecently } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { findAccount } from './account.ts'
import { createEmailToken } from './email-tokens.ts'
import { EmailSent, addressOf, email } from './user.ts'

export const changeEmail = operation({
  id: 'accounts.changeEmail',
  summary: 'Ask to use another e-mail address: it holds once the link that is sent there is followed.',
  http: 'POST /api/settings/email',
  access: asPersonRecently,
  limit: { account: (_input, caller) => addressOf(caller) },
  input: z.object({ email: email.describe('The new address.') }),
  output: EmailSent,
}).run(async (ctx, input) => {
  const { config } = ctx.app
  // The answer is the same for an address that has an account; its owner alone is told.
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
