import { z } from 'zod'
import { anyone } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import { requestLink } from './email-requests.ts'
import { EmailSent, email } from './user.ts'

export const forgotPassword = operation({
  id: 'accounts.forgotPassword',
  summary: 'Send a password reset link if an account has this email address.',
  http: 'POST /api/auth/forgot-password',
  access: anyone,
  limit: { account: (input) => input.email },
  input: z.object({ email }),
  output: EmailSent,
}).run(async (ctx, input) => {
  await requestLink(ctx, input.email, 'reset_password')
  return { sent: true as const }
})
