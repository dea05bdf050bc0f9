import { z } from 'zod'
import { anyone } from '../../operations/access.ts'
import { anonymous } from '../../operations/caller.ts'
import type { App, RequestFacts } from '../../operations/context.ts'
import { reject } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'
import { perform } from '../../operations/perform.ts'
import { accountByAddress } from './account-of.ts'
import { insertSession } from './login-session.ts'

/**
 * The session that stands for a token of the external backend, or undefined if it is none. A session there becomes one
 * of ours when it is first seen, so that it is listed and can be ended; newer tokens of it prolong it. What was ended
 * stays so, whatever the backend says.
 */
export async function meetBackendLogin(
  app: App,
  token: string,
  facts: () => RequestFacts,
): Promise<string | undefined> {
  const login = await app.auth.external?.verify(token)
  if (!login || login.met) return login?.loginId
  const { loginId, expiresAt } = login
  const known = await app.database.run(
    'update login_sessions set expires_at = greatest(expires_at, $2) where id = $1 returning 1',
    [loginId, expiresAt],
  )
  if (known.length === 0) await perform(app, startBackendLogin, anonymous, { token }, facts())
  login.met = true
  return loginId
}

const exchangeHint = 'Exchange this token for a login first: POST /api/auth/backend.'

/** No door serves it: a request that comes with a new token performs it first. */
const startBackendLogin = operation({
  id: 'accounts.startBackendLogin',
  summary: 'Let somebody in who has signed in at the external auth backend.',
  access: anyone,
  input: z.object({ token: z.string().describe('The token that they have from there.') }),
  output: z.object({}),
  async prepare({ app }, { token }) {
    const { external } = app.auth
    const login = (await external?.verify(token)) ?? reject('invalid_credential')
    const identity = (await external?.identify(token)) ?? reject('invalid_credential')
    return { login, identity }
  },
}).run(async (ctx) => {
  const { loginId: id, signedInAt, expiresAt } = ctx.login
  // Of several requests that are the first, one makes the session, and perhaps the account; the others wait for it.
  await ctx.db.run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [id])
  const [known] = await ctx.db.run('select 1 from login_sessions where id = $1', [id])
  if (known) return {}
  const account = await accountByAddress(ctx, { identity: ctx.identity })
  if (account.suspended_at) reject('suspended')
  if (account.second_factor_since) reject('second_factor_needed', { hint: exchangeHint })
  await insertSession(ctx, account, { id, method: 'backend', signedInAt, expiresAt })
  return {}
})
