import { z } from 'zod'
import { anyone } from '../../../operations/access.ts'
import { reject } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { accountByAddress } from './account-of.ts'
import { endSessions } from './login-session.ts'
import { storePassword } from './store-password.ts'
import { requireGoodPassword } from './password-rules.ts'
import { linkToken, newPassword } from './user.ts'

export const resetPassword = operation({
  id: 'accounts.resetPassword',
  summary:
    'Set a new password with the secret from an emailed link. Signs out every device and revokes all API keys and MCP tokens.',
  http: 'POST /api/auth/reset-password',
  access: anyone,
  limit: 'network',
  input: z.object({ token: linkToken, password: newPassword }),
  output: z.object({ reset: z.literal(true) }),
  prepare: async ({ app }, input) => {
    await requireGoodPassword(input.password, [])
    const login = await app.auth.redeemLink('reset_password', input.token)
    if (!login) reject('wrong_link')
    return { login, newLogin: await app.auth.changePassword(login, input.password) }
  },
}).run(async (ctx) => {
  const account = await accountByAddress(ctx, ctx.login)
  // An attacker who knew the old password may have created keys and tokens.
  await storePassword(ctx, account, ctx.newLogin, { revokeCredentials: true })
  await endSessions(ctx, account)
  return { reset: true as const }
})
