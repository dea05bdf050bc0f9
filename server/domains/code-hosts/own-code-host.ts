import { z } from 'zod'
import { isDeepStrictEqual } from 'node:util'
import { sql } from '../../database/sql.ts'
import { reject } from '../../errors/errors.ts'
import { asPerson } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { callingPerson, recordOwn } from '../../operations/record-own.ts'
import { HostTest, testHost, tokenScopes } from './host-test.ts'
import { HostUnavailable, fixes } from './host-unavailable.ts'
import { oauthClient } from './oauth-tokens.ts'
import { type OwnAccount, findAccountRow, openOwnAccount, urlsOf } from './own-account.ts'

export const getOwnCodeHost = operation({
  id: 'codeHosts.getOwn',
  summary: 'Show your account at a code host.',
  http: 'GET /api/settings/code-host',
  shows: ['integration'],
  access: asPerson,
  input: z.object({}),
  output: z
    .object({
      connected: z.boolean(),
      method: z.enum(['oauth', 'token']).nullable().describe('How you connected it. Null: not connected.'),
      url: z.string().describe('Web URL of the code host.'),
      login: z.string().nullable().describe('Your user name there.'),
      scopes: z.array(z.string()).describe('Scopes of the token, if the code host reports them.'),
      canAuthorize: z.boolean().describe('Whether you can connect it with OAuth. Else: with a token.'),
      requestedScopes: z.array(z.string()).describe('Scopes that Baton requests with OAuth.'),
      failure: z.string().nullable().describe('Reason why the last test failed.'),
      fix: z.enum(fixes).nullable().describe('Step that resolves the failure.'),
    })
    .meta({ id: 'OwnCodeHost' }),
}).run(async ({ app, db, user }) => {
  const row = await findAccountRow(db, user.id)
  const settings = row?.settings ?? {}
  return {
    connected: row !== undefined,
    method: row ? (settings.method ?? 'token') : null,
    url: urlsOf(app, settings).webUrl,
    login: settings.login ?? null,
    scopes: settings.scopes ?? [],
    canAuthorize: oauthClient(app.config) !== undefined,
    requestedScopes: tokenScopes,
    failure: settings.failure ?? null,
    fix: settings.fix ?? null,
  }
})

export const testOwnCodeHost = operation({
  id: 'codeHosts.testOwn',
  summary: 'Test your account at the code host.',
  http: 'POST /api/settings/code-host/test',
  access: asPerson,
  outside: true,
  input: z.object({}),
  output: HostTest,
  // Runs outside a transaction, because it waits for the code host.
  async prepare({ app, user }) {
    const account = await openOwnAccount(app, user.id).catch(failedTest)
    if (!account) reject('not_found', { kind: 'integration', ref: 'github' })
    return { result: 'ok' in account ? account : await testHost(app, account.apiUrl, account) }
  },
}).run(async (ctx) => {
  const { result } = ctx
  const row = await findAccountRow(ctx.db, ctx.user.id)
  if (!row) reject('not_found', { kind: 'integration', ref: 'github' })
  const { login, scopes, failure, fix } = result
  const settings = { ...row.settings, ...(result.ok && { login, scopes }), failure, fix }
  if (isDeepStrictEqual({ failure: null, fix: null, ...row.settings }, settings)) return result
  await ctx.db.run(
    sql`update user_integrations set settings = ${JSON.stringify(settings)} where id = ${row.id}`,
  )
  const subject = { kind: 'integration', id: row.id, key: 'github' }
  recordOwn(ctx, callingPerson(ctx), 'integration.updated', subject, { tested: result.ok })
  return result
})

/** Turns an account that can't be opened into the result of its test. */
function failedTest(error: unknown): HostTest | OwnAccount {
  if (!(error instanceof HostUnavailable)) throw error
  const { message: failure, fix } = error
  return { ok: false, login: null, scopes: [], missingScopes: [], rateLimit: null, failure, fix }
}
