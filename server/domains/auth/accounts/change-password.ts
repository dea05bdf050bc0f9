import { z } from 'zod'
import { asPerson, requireRecentSignIn } from '../../../operations/access.ts'
import { rejectField } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { storePassword } from './store-password.ts'
import { endSessions } from './login-session.ts'
import { requireGoodPassword } from './password-rules.ts'
import { callingPerson } from '../../../operations/record-own.ts'
import { addressOf, newPassword, password } from './user.ts'
import { hasPassword } from './sign-in-methods.ts'

export const changePassword = operation({
  id: 'accounts.changePassword',
  summary: 'Change your password. Signs out every other device.',
  http: 'POST /api/settings/password',
  access: asPerson,
  withoutSecondFactor: true,
  limit: { account: (_input, caller) => addressOf(caller) },
  input: z.object({
    current: password.optional().describe('Current password, if the account has one.'),
    password: newPassword,
    revokeCredentials: z
      .boolean()
      .default(false)
      .describe('Whether to revoke all your API keys and MCP tokens in every organization. Default false.'),
  }),
  output: z.object({ changed: z.literal(true) }),
  prepare: async ({ app, caller, user }, input) => {
    await requireGoodPassword(input.password, [user.email, user.name, user.username])
    if (!(await hasPassword(app.database, user.id))) requireRecentSignIn(caller)
    else if (!(await app.auth.checkPassword(user.email, input.current ?? '')))
      rejectField('current', 'This is not your current password.')
    return { newLogin: await app.auth.changePassword({ userId: user.id }, input.password) }
  },
}).run(async (ctx, { revokeCredentials }) => {
  const account = { ...ctx.user, organization: ctx.caller.organization }
  await storePassword(ctx, account, ctx.newLogin, { revokeCredentials })
  await endSessions(ctx, callingPerson(ctx), { except: ctx.caller.credentialId })
  return { changed: true as const }
})
