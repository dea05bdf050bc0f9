import { sql } from '../../../database/sql.ts'
import { z } from 'zod'
import { anyone } from '../../../operations/access.ts'
import { reject } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { signIn } from './account.ts'
import { accountByAddress } from './account-of.ts'
import { SignInResponse } from './user.ts'

export const logInWithBackend = operation({
  id: 'accounts.logInWithBackend',
  summary:
    'Sign in with a token of the external auth backend. Accounts with a second factor must confirm it.',
  http: 'POST /api/auth/backend',
  access: anyone,
  limit: 'network',
  input: z.object({
    token: z.string().min(1).max(4096).describe('Access token that the backend issued.'),
  }),
  output: SignInResponse,
  async prepare({ app }, { token }) {
    const { external } = app.auth
    const login = (await external?.verify(token)) ?? reject('invalid_credential')
    const identity = (await external?.identify(token)) ?? reject('invalid_credential')
    return { login, identity }
  },
}).run(async (ctx) => {
  const { loginId, signedInAt } = ctx.login
  // A session that was ended here stays ended, even if the backend still accepts it.
  const [ended] = await ctx.db.run(
    sql`select 1 from login_sessions where id = ${loginId} and revoked_at is not null`,
  )
  if (ended) reject('invalid_credential')
  const account = await accountByAddress(ctx, { identity: ctx.identity })
  return signIn(ctx, account, { method: 'backend', signedInAt })
})
