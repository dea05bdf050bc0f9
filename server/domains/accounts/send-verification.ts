import { z } from 'zod'
import { asPerson } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { askForLink } from './ask-by-mail.ts'
import { MailSent, addressOf } from './user.ts'

export const sendVerification = operation({
  id: 'accounts.sendVerification',
  summary: 'Send the link that proves that your e-mail address is yours, once more.',
  http: 'POST /api/auth/verify-email/send',
  access: asPerson,
  withoutSecondFactor: true,
  limit: { account: (_input, caller) => addressOf(caller) },
  input: z.object({}),
  output: MailSent,
}).run(async (ctx) => {
  await askForLink(ctx, ctx.user.email, 'verify_email')
  return { sent: true as const }
})
