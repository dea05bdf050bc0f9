import { z } from 'zod'
import { anyone } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import { requestLink } from '../accounts/email-requests.ts'
import { EmailSent, email, SignInResponse, linkToken } from '../accounts/user.ts'
import { reject } from '../../../errors/errors.ts'
import { requireOffered } from '../accounts/offered-methods.ts'
import { signIn } from '../accounts/account.ts'
import { accountByAddress } from '../accounts/account-of.ts'

export const sendMagicLink = operation({
  id: 'magicLinks.send',
  summary: 'Send a sign-in link if an account has this email address.',
  http: 'POST /api/auth/magic-link/send',
  access: anyone,
  limit: { account: (input) => input.email },
  input: z.object({ email }),
  output: EmailSent,
}).run(async (ctx, input) => {
  requireOffered(ctx.app, 'magic_link')
  await requestLink(ctx, input.email, 'magic_link')
  return { sent: true as const }
})

/** Uses POST, because email scanners follow links and must not consume them. */
export const verifyMagicLink = operation({
  id: 'magicLinks.verify',
  summary: 'Sign in with the secret from an emailed link. It works once, within 15 minutes.',
  http: 'POST /api/auth/magic-link/verify',
  access: anyone,
  limit: 'network',
  input: z.object({ token: linkToken }),
  output: SignInResponse,
  prepare: async ({ app }, input) => {
    requireOffered(app, 'magic_link')
    return { login: (await app.auth.redeemLink('magic_link', input.token)) ?? reject('wrong_link') }
  },
}).run(async (ctx) => signIn(ctx, await accountByAddress(ctx, ctx.login), { method: 'magic_link' }))
