import * as openid from 'openid-client'
import { z } from 'zod'
import type { Config } from '../../config.ts'
import { appLink } from '../../email/app-link.ts'
import { type OperationError, reject } from '../../errors/errors.ts'
import { sql } from '../../database/sql.ts'
import { anyone, asPerson } from '../../operations/access.ts'
import type { Queries } from '../../database/connect.ts'
import type { App, RequestFacts } from '../../operations/context.ts'
import { operation } from '../../operations/operation.ts'
import { recordOwn } from '../../operations/record-own.ts'
import { type Account, findAccount } from '../auth/accounts/account.ts'
import { lockUser } from '../auth/accounts/profile.ts'
import { pathInside } from '../auth/oauth/flow.ts'
import { testHost, tokenScopes } from './host-test.ts'
import { configuredHost } from './host-urls.ts'
import { oauthClient, tokensFrom } from './oauth-tokens.ts'
import { storeAccount } from './store-account.ts'

/*
 * A person authorizes Baton at the code host of the configuration. The state of the flow is in an encrypted HttpOnly
 * cookie: it binds the callback to the browser, the person and their login session.
 */

const cookie = 'code-host'
const purpose = 'code host authorization'
const minutes = 10
const settingsPage = '/settings/code-host'

interface Flow {
  state: string
  verifier: string
  userId: string
  loginId: string
  returnTo: string
  expiresAt: number
}

type Browser = { app: App; request: RequestFacts }

/**
 * Returns the callback. It is below the one for sign-in, because GitHub accepts only the registered URL and paths below
 * it.
 */
function callbackUrl({ APP_URL }: Config): string {
  return `${APP_URL}/api/auth/oauth/github/callback/code-host`
}

function requireClient({ config }: App): openid.Configuration {
  return (
    oauthClient(config) ??
    reject('provider_not_configured', {
      provider: new URL(config.GITHUB_URL).host,
      variables: 'CODEHOST_CLIENT_ID and CODEHOST_CLIENT_SECRET',
    })
  )
}

export const authorizeOwnCodeHost = operation({
  id: 'codeHosts.authorizeOwn',
  summary:
    'Start connecting your account at the code host with OAuth. Returns the URL to open in the browser.',
  http: 'POST /api/settings/code-host',
  access: asPerson,
  input: z.object({
    returnTo: z.string().max(500).optional().describe('Dashboard path to open afterwards.'),
  }),
  output: z.object({
    location: z.string().describe('URL to open in the browser. The code host redirects back afterwards.'),
  }),
}).run(async ({ app, request, caller, user }, { returnTo = settingsPage }) => {
  const client = requireClient(app)
  const flow: Flow = {
    state: openid.randomState(),
    verifier: openid.randomPKCECodeVerifier(),
    userId: user.id,
    loginId: caller.credentialId,
    returnTo: pathInside(app.config, returnTo),
    expiresAt: Date.now() + minutes * 60_000,
  }
  const sealed = app.secrets.encrypt(purpose, JSON.stringify(flow)).toString('base64url')
  request.cookies.set(cookie, sealed, minutes * 60)
  const location = openid.buildAuthorizationUrl(client, {
    redirect_uri: callbackUrl(app.config),
    scope: tokenScopes.join(' '),
    state: flow.state,
    code_challenge: await openid.calculatePKCECodeChallenge(flow.verifier),
    code_challenge_method: 'S256',
  })
  return { location: location.href }
})

/** Returns the flow that this browser started, unless it has expired. */
function readFlow({ app, request }: Browser): Flow | undefined {
  const sealed = request.cookies.get(cookie)
  if (sealed === undefined) return undefined
  try {
    const flow = JSON.parse(app.secrets.decrypt(purpose, Buffer.from(sealed, 'base64url'))) as Flow
    return flow.expiresAt > Date.now() ? flow : undefined
  } catch {
    // The cookie is forged or was encrypted with another SECRET_KEY.
    return undefined
  }
}

const callbackFields = {
  state: z.string().max(1000).optional().describe('State value from the authorization request, unchanged.'),
  code: z.string().max(4000).optional().describe('Authorization code.'),
  iss: z.string().max(1000).optional().describe('Issuer identifier of the code host (RFC 9207).'),
  error: z.string().max(1000).optional().describe('OAuth error code.'),
  error_description: z.string().max(4000).optional().describe('Error description of the code host.'),
}

export const finishOwnCodeHost = operation({
  id: 'codeHosts.finishOwn',
  summary: 'Accept the OAuth callback of the code host, and redirect the browser to the dashboard.',
  http: 'GET /api/auth/oauth/github/callback/code-host',
  access: anyone,
  answers: 'redirect',
  reads: false,
  // RFC 6749, section 4.1.2: clients must ignore unknown response parameters.
  input: z.looseObject(callbackFields),
  output: z.object({ location: z.string() }),
  async prepare(context, response) {
    const { app } = context
    const flow = readFlow(context)
    if (!flow || flow.state !== response.state) reject('sign_in_lost')
    const client = requireClient(app)
    // Checked before the code is used, and again in the transaction.
    await requireLogin(app.database, flow)
    const callback = new URL(callbackUrl(app.config))
    for (const name of Object.keys(callbackFields) as (keyof typeof callbackFields)[])
      if (response[name] !== undefined) callback.searchParams.set(name, response[name])
    const tokens = await exchangeCode(app, client, callback, flow)
    const urls = configuredHost(app.config)
    const result = await testHost(app, urls.apiUrl, { token: tokens.token })
    if (!result.ok) reject('code_host_unauthorized')
    return { flow, tokens, urls, result }
  },
  refused: (error, context) => ({ location: errorLink(context.app.config, error) }),
}).run(async (ctx) => {
  const { flow, tokens, urls, result, app } = ctx
  ctx.afterCommit(() => ctx.request.cookies.clear(cookie))
  await lockUser(ctx.db, flow.userId)
  const person = await requireLogin(ctx.db, flow)
  const { id, version, isNew } = await storeAccount(ctx, person.id, {
    secret: JSON.stringify(tokens),
    settings: { method: 'oauth', baseUrl: null, apiUrl: urls.apiUrl, hint: null },
    result,
  })
  recordOwn(
    ctx,
    person,
    isNew ? 'integration.connected' : 'integration.updated',
    { kind: 'integration', id, key: 'github' },
    { secret: isNew ? 'stored' : 'replaced' },
    { version },
  )
  const page = flow.returnTo as `/${string}`
  return { location: appLink(app.config, page, { fragment: { connected: 'github' } }) }
})

/** Requires that the login session that started the flow is still active. */
async function requireLogin(db: Queries, { userId, loginId }: Flow): Promise<Account> {
  const [login] = await db.run(
    sql`select 1 from login_sessions
      where id = ${loginId} and user_id = ${userId} and revoked_at is null and expires_at > now()`,
  )
  const account = login ? await findAccount(db, { id: userId }) : undefined
  if (!account || account.suspended_at) reject('sign_in_again')
  return account
}

async function exchangeCode(app: App, client: openid.Configuration, callback: URL, flow: Flow) {
  try {
    return tokensFrom(
      await openid.authorizationCodeGrant(client, callback, {
        expectedState: flow.state,
        pkceCodeVerifier: flow.verifier,
      }),
    )
  } catch (error) {
    // Logs only the code, because the message of the library can contain the response with its token.
    app.log.info({ code: (error as { code?: string }).code ?? null }, 'authorization at the code host failed')
    const wasDenied = error instanceof openid.AuthorizationResponseError && error.error === 'access_denied'
    return reject(wasDenied ? 'code_host_denied' : 'code_host_unauthorized')
  }
}

/** Returns the dashboard link that shows an error. It carries only the code, because anyone can create such a link. */
function errorLink(config: Config, { code }: OperationError): string {
  return appLink(config, settingsPage, { fragment: { error: code } })
}
