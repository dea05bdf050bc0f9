import { z } from 'zod'
import { asPerson } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import { requestLink } from './email-requests.ts'
import { EmailSent, addressOf } from './user.ts'

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
