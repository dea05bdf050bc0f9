import { z } from 'zod'
import { signedIn } from '../../operations/access.ts'
import { refuse } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'

export const logOut = operation({
  id: 'accounts.logOut',
  summary: 'Sign out: the token stops working everywhere at once.',
  http: 'POST /api/auth/logout',
  access: signedIn,
  input: z.object({}),
  output: z.object({ signedOut: z.literal(true) }),
}).run(async (ctx) => {
  const { credentialId, kind, organization, user } = ctx.caller
  if (kind !== 'session' && kind !== 'impersonation') refuse('session_needed')
  await ctx.db.run('update login_sessions set revoked_at = now() where id = $1', [credentialId])
  ctx.record({
    type: 'login.ended',
    subject: { kind: 'login', id: credentialId },
    organizationId: organization?.id ?? null,
    privateTo: user.id,
  })
  ctx.afterCommit(() => ctx.app.bus.revoked(credentialId))
  return { signedOut: true as const }
})
