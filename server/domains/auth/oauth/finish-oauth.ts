import { z } from 'zod'
import { anyone } from '../../../operations/access.ts'
import { reject } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { findAccount, signIn } from '../accounts/account.ts'
import { hashSecret } from '../accounts/email-tokens.ts'
import { SignInResponse } from '../accounts/user.ts'
import { consumeTicket } from './ticket.ts'

export const finishOauth = operation({
  id: 'oauth.finish',
  summary: 'Sign in with the ticket that the OAuth callback gave the browser.',
  http: 'POST /api/auth/oauth/finish',
  access: anyone,
  limit: { account: ({ ticket }) => hashSecret(ticket).toString('base64url') },
  input: z.object({ ticket: z.string().min(1).max(100).describe('Ticket from the URL of the page.') }),
  output: SignInResponse,
}).run(async (ctx, input) => {
  const redeemed = (await consumeTicket(ctx, input.ticket)) ?? reject('sign_in_lost')
  const account = await findAccount(ctx.db, { id: redeemed.user_id })
  return signIn(ctx, account!, { method: redeemed.method })
})
