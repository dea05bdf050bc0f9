import { z } from 'zod'
import { anyone } from '../../operations/access.ts'
import { refuse } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'
import { findAccount, signIn } from '../accounts/account.ts'
import { hashSecret } from '../accounts/mail-tokens.ts'
import { SignInAnswer } from '../accounts/user.ts'
import { takeTicket } from './ticket.ts'

export const finishOauth = operation({
  id: 'oauth.finish',
  summary: 'Sign in with the ticket that the browser was given when it came back from a provider.',
  http: 'POST /api/auth/oauth/finish',
  access: anyone,
  limit: { account: ({ ticket }) => hashSecret(ticket).toString('base64url') },
  input: z.object({ ticket: z.string().min(1).max(100).describe('From the address of the page.') }),
  output: SignInAnswer,
}).run(async (ctx, input) => {
  const taken = (await takeTicket(ctx, input.ticket)) ?? refuse('sign_in_lost')
  const account = await findAccount(ctx.db, { id: taken.user_id })
  return signIn(ctx, account!, { method: taken.method })
})
