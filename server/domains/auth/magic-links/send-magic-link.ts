import { z } from 'zod'
import { anyone } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import { requestLink } from '../accounts/email-requests.ts'
import { EmailSent, email } from '../accounts/user.ts'

export const sendMagicLink = operation({
  id: 'magicLinks.send',
  summary: 'Send a sign-in link if an account has this email address.',
  http: 'POST /api/auth/magic-link/send',
  access: anyone,
  limit: { account: (input) => input.email },
  input: z.object({ email }),
  output: EmailSent,
}).run(async (ctx, input) => {
  await requestLink(ctx, input.email, 'magic_link')
  return { sent: true as const }
})
