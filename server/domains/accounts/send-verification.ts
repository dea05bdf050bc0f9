import { z } from 'zod'
import { asPerson } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { requestLink } from './email-requests.ts'
import { EmailSent, addressOf } from './user.ts'

export const sendVerification = operation({
  id: 'accounts.sendVerification',
  summary: 'Send the link that proves that your e-mail address is yours, once more.',
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
