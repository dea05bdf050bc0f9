import { z } from 'zod'
import { signedIn } from '../../operations/access.ts'
import { refuse } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'
import { endSession } from './login-session.ts'
import { callingPerson } from './record-own.ts'

export const logOut = operation({
  id: 'accounts.logOut',
  summary: 'Sign out: the token stops working everywhere at once.',
  http: 'POST /api/auth/logout',
  access: signedIn,
  input: z.object({}),
  output: z.object({ signedOut: z.literal(true) }),
}).run(async (ctx) => {
  const { credentialId, kind } = ctx.caller
  if (kind !== 'session' && kind !== 'impersonation') refuse('session_needed')
  await endSession(ctx, callingPerson(ctx), credentialId)
  return { signedOut: true as const }
})
