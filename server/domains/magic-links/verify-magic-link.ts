import { z } from 'zod'
import { anyone } from '../../operations/access.ts'
import { reject } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'
import { signIn } from '../accounts/account.ts'
import { accountByAddress } from '../accounts/account-of.ts'
import { SignInResponse, linkToken } from '../accounts/user.ts'

/** A POST, because programs that look through mails follow links: that must not use the link up. */
export const verifyMagicLink = operation({
  id: 'magicLinks.verify',
  summary: 'Sign in with the secret of a mailed link. It works once, for 15 minutes.',
  http: 'POST /api/auth/magic-link/verify',
  access: anyone,
  limit: 'network',
  input: z.object({ token: linkToken }),
  output: SignInResponse,
  prepare: async ({ app }, input) => ({
    login: (await app.auth.redeemLink('magic_link', input.token)) ?? reject('wrong_link'),
  }),
}).run(async (ctx) => signIn(ctx, await accountByAddress(ctx, ctx.login), { method: 'magic_link' }))
