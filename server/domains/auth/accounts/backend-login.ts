import { sql } from '../../../database/sql.ts'
import { z } from 'zod'
import { anyone } from '../../../operations/access.ts'
import { anonymous } from '../../../operations/caller.ts'
import type { App, RequestFacts } from '../../../operations/context.ts'
import { reject } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { perform } from '../../../operations/perform.ts'
import { accountByAddress } from './account-of.ts'
import { insertSession } from './login-session.ts'

/**
 * Returns the login session for a token of the external backend, or undefined for any other token. Stores a session
 * when it is first seen, so that the user can list and end it. Newer tokens of the same session extend it. A session
 * that was ended here stays ended, even if the backend still accepts it.
 */
export async function resolveBackendLogin(
  app: App,
  token: string,
  facts: () => RequestFacts,
): Promise<string | undefined> {
  const login = await app.auth.external?.verify(token)
  if (!login || login.isStored) return login?.loginId
  const { loginId, expiresAt } = login
  const extended = await app.database.run(
    sql`update login_sessions set expires_at = greatest(expires_at, ${expiresAt}) where id = ${loginId} returning 1`,
  )
  if (extended.length === 0) await perform(app, startBackendLogin, anonymous, { token }, facts())
  login.isStored = true
  return loginId
}

const exchangeHint = 'Exchange this token for a login first: POST /api/auth/backend.'

/** Stores a new session of the external backend. Internal: it runs before a request that carries an unknown token. */
const startBackendLogin = operation({
  id: 'accounts.startBackendLogin',
  summary: 'Sign in a user of the external auth backend.',
  access: anyone,
  input: z.object({ token: z.string().describe('Access token that the backend issued.') }),
  output: z.object({}),
  prepare: ({ app }, { token }) => verifyBackendToken(app, token),
}).run(async (ctx) => {
  const { loginId: id, signedInAt, expiresAt } = ctx.login
  // The first of several concurrent requests creates the session and possibly the account. The others wait for it.
  await ctx.db.run(sql`select pg_advisory_xact_lock(hashtextextended(${id}, 0))`)
  const [existing] = await ctx.db.run(sql`select 1 from login_sessions where id = ${id}`)
  if (existing) return {}
  const account = await accountByAddress(ctx, { identity: ctx.identity })
  if (account.suspended_at) reject('suspended')
  if (account.second_factor_since) reject('second_factor_needed', { hint: exchangeHint })
  await insertSession(ctx, account, { id, method: 'backend', signedInAt, expiresAt })
  return {}
})

/** Asks the external auth backend which login and identity a token belongs to. */
export async function verifyBackendToken({ auth: { external } }: App, token: string) {
  const login = (await external?.verify(token)) ?? reject('invalid_credential')
  const identity = (await external?.identify(token)) ?? reject('invalid_credential')
  return { login, identity }
}
