import {
  type KoaContextWithOIDC,
  interactionPolicy,
  type Configuration,
  Provider,
  errors,
} from 'oidc-provider'
import type { App } from '../../../operations/context.ts'
import { randomSecret } from '../../../platform/ids.ts'
import { hashSecret } from '../accounts/email-tokens.ts'
import { grantable, consentPage, paths, resourceOf } from './addresses.ts'
import { type ConsentDetails, browserCookie } from './consent.ts'
import { sql } from '../../../database/sql.ts'
import { generateKeyPairSync } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createAdapter } from './adapter.ts'
import { type DocumentOptions, createDocumentReader } from './client-document.ts'

const { Check, Prompt } = interactionPolicy
const cookieSeconds = 60 * 60

/** Requires authentication and consent for every request. The consent page handles both in one step. */
function createPolicy(app: App) {
  const requireResult = (prompt: 'login' | 'consent') =>
    new Check('asked_each_time', 'a user must decide', (ctx) => ctx.oidc.result?.[prompt] === undefined)
  const details = (ctx: KoaContextWithOIDC) => ({ ...consentDetails(app, ctx) })
  return [
    new Prompt({ name: 'login', requestable: true }, details, requireResult('login')),
    new Prompt({ name: 'consent', requestable: true }, details, requireResult('consent')),
  ]
}

/** Returns the content of the consent page. Stored with the request, because the client's metadata can change. */
function consentDetails(app: App, ctx: KoaContextWithOIDC): ConsentDetails {
  const { client, params } = ctx.oidc
  const id = client!.clientId
  const requested = String(params!.scope ?? '').split(' ')
  return {
    browser: hashSecret(browserOf(app, ctx)).toString('hex'),
    client: { name: client!.clientName!, host: URL.parse(id)?.host ?? null },
    redirect: String(params!.redirect_uri),
    scopes: grantable.filter((scope) => requested.includes(scope)),
  }
}

/** Returns the secret of the browser, which all its concurrent sign-in requests share. Sets the cookie. */
function browserOf({ config }: App, ctx: KoaContextWithOIDC): string {
  const secure = config.APP_URL.startsWith('https:')
  const name = `${secure ? '__Secure-' : ''}baton-${browserCookie}`
  const existing = ctx.cookies.get(name, { signed: false })
  const browser = existing ?? randomSecret()
  const maxAge = cookieSeconds * 1000
  ctx.cookies.set(name, browser, { maxAge, httpOnly: true, sameSite: 'lax', secure, signed: false })
  return browser
}

export const lifetimes = {
  /** Seconds within which the user must decide about a request. */
  Interaction: 30 * 60,
  AuthorizationCode: 5 * 60,
  AccessToken: 60 * 60,
  /** Seconds after the last use. */
  RefreshToken: 30 * 24 * 60 * 60,
} as const

/** Replacements for external services, for tests. */
export interface SignInOptions {
  document?: DocumentOptions
  /** URLs that are requested to find out whether this server can fetch documents. */
  probes?: string[]
}

/** Creates the OAuth 2.1 authorization server for MCP clients. The dashboard handles authentication and consent. */
export function createAuthorizationServer(app: App, options: SignInOptions = {}) {
  const { APP_URL } = app.config
  const networks = new WeakMap<IncomingMessage, string>()
  const provider = new Provider(APP_URL, configuration(app, options, networks))
  // `answer` sets the forwarding headers from the configuration, so they can be trusted.
  provider.proxy = true
  logErrors(app, provider)
  const handle = provider.callback()
  const { protocol, host } = new URL(APP_URL)
  return {
    /** Handles a request. Replaces forwarding headers by APP_URL, because clients and proxies can forge them. */
    async answer(request: IncomingMessage, response: ServerResponse, network: string): Promise<void> {
      networks.set(request, network)
      delete request.headers['x-forwarded-for']
      request.headers['x-forwarded-proto'] = protocol.slice(0, -1)
      request.headers['x-forwarded-host'] = host
      await handle(request, response)
    },
  }
}

function logErrors({ log }: App, events: EventEmitter): void {
  const logFailure = (error: unknown) => log.error({ err: error }, 'MCP client sign-in failed')
  events.on('error', logFailure)
  events.on('server_error', (_ctx, error) => logFailure(error))
  for (const event of ['authorization.error', 'grant.error', 'revocation.error'])
    events.on(event, (_ctx, { error, error_description: reason }: errors.OIDCProviderError) =>
      log.info({ error, reason }, 'MCP client sign-in rejected'),
    )
}

function configuration(
  app: App,
  { document }: SignInOptions,
  networks: WeakMap<IncomingMessage, string>,
): Configuration {
  const { config, database, secrets } = app
  const resource = resourceOf(config)
  const documents = createDocumentReader(app, document)
  const secure = config.APP_URL.startsWith('https:')
  const off = { enabled: false }
  const cookie = { httpOnly: true, sameSite: 'lax', secure, signed: true, overwrite: true } as const
  const names = { session: 'none', interaction: 'page', resume: 'resume' }
  return {
    adapter: (kind: string) => createAdapter(app, kind),
    routes: paths,
    // The provider requires a key, but we issue no ID tokens, so it signs nothing.
    jwks: { keys: [generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })] },
    cookies: {
      keys: [secrets.macKey('mcp sign-in cookies').toString('base64url')],
      names: Object.fromEntries(
        Object.entries(names).map(([kind, name]) => [kind, `${secure ? '__Secure-' : ''}baton-mcp-${name}`]),
      ),
      long: { ...cookie, path: paths.authorization },
      short: cookie,
    },
    scopes: [...grantable],
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    clientDefaults: { token_endpoint_auth_method: 'none', id_token_signed_response_alg: 'EdDSA' },
    clientBasedCORS: (_ctx, origin) => config.CORS_ORIGINS.includes(origin),
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    ttl: { ...lifetimes, Session: lifetimes.Interaction, Grant: lifetimes.RefreshToken, IdToken: 60 },
    features: {
      devInteractions: off,
      dPoP: off,
      pushedAuthorizationRequests: off,
      rpInitiatedLogout: off,
      userinfo: off,
      claimsParameter: off,
      requestObjects: off,
      registration: off,
      revocation: {
        enabled: true,
        allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId,
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: async () => resource,
        useGrantedResource: async () => true,
        async getResourceServerInfo(_ctx, requested) {
          if (requested !== resource) throw new errors.InvalidTarget()
          return { scope: grantable.join(' '), audience: resource, accessTokenFormat: 'opaque' }
        },
      },
      clientIdMetadataDocument: {
        enabled: true,
        ack: 'draft-02',
        cacheDuration: { min: 300, max: 24 * 60 * 60 },
        // Called for each client id URL that is not cached yet.
        allowFetch: async ({ req }, id) =>
          config.MCP_CLIENT_DOCUMENTS !== 'off' && documents.canRead(id, networks.get(req) ?? ''),
      },
    },
    fetch: (address) => documents.read(address as string),
    interactions: { policy: createPolicy(app), url: (_ctx, { uid }) => `${consentPage}/${uid}` },
    // Ignores earlier grants: each sign-in needs the user's consent.
    async loadExistingGrant(ctx) {
      const { grantId } = (ctx.oidc.result?.consent ?? {}) as { grantId?: string }
      return grantId === undefined ? undefined : ctx.oidc.provider.Grant.find(grantId)
    },
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    expiresWithSession: async () => false,
    // Revoking either token ends the whole grant.
    revokeGrantPolicy: () => true,
    async findAccount(_ctx, id) {
      const found = await database.run(
        sql`select 1 from users where id::text = ${id} and suspended_at is null and erase_at is null`,
      )
      return found.length > 0 ? { accountId: id, claims: async () => ({ sub: id }) } : undefined
    },
    renderError(ctx, { error, error_description: reason }) {
      ctx.type = 'html'
      ctx.body = errorPage(reason ?? error, config.APP_URL)
    },
  }
}

/** Returns the page for errors that cannot be redirected to a client. */
function errorPage(reason: string, home: string): string {
  const safe = reason.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>This sign-in can't continue · Baton</title></head>
<body><main><h1>This sign-in can't continue</h1>
<p>The application that sent you here made an invalid request: ${safe}.</p>
<p>Start again in that application. If it fails again, contact its developer. <a href="${home}">Go to Baton</a></p>
</main></body></html>`
}
