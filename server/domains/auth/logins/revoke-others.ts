import { z } from 'zod'
import { asPerson } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import { endSessions } from '../accounts/login-session.ts'
import { callingPerson } from '../../../operations/record-own.ts'

export const revokeOthers = operation({
  id: 'logins.revokeOthers',
  summary: 'Sign out every other device and forget all devices remembered for the second factor.',
  http: 'POST /api/settings/sessions/revoke-others',
  access: asPerson,
  destructive: true,
  withoutSecondFactor: true,
  input: z.object({}),
  output: z.object({ revoked: z.literal(true) }),
}).run(async (ctx) => {
  await endSessions(ctx, callingPerson(ctx), { except: ctx.caller.credentialId })
  return { revoked: true as const }
})
