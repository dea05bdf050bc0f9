import { requireOffered } from '../accounts/offered-methods.ts'
import * as openid from 'openid-client'
import type { Config } from '../../../config.ts'
import type { App, RequestFacts, Context } from '../../../operations/context.ts'
import type { Flow, ProviderId } from '../../../operations/sign-in-provider.ts'
import type { Asking } from '../../../operations/operation.ts'
import { fetchFromProvider } from './fetch-from-provider.ts'
import { requireProvider } from './providers.ts'
import { sql } from '../../../database/sql.ts'
import { randomSecret } from '../../../platform/ids.ts'
import type { Account } from '../accounts/account.ts'
import { hashSecret } from '../accounts/email-tokens.ts'

const cookie = 'oauth'
const purpose = 'oauth flow'
const minutes = 10

export function newFlow(given: Pick<Flow, 'provider' | 'to' | 'person'>): Flow {
  return {
    ...given,
    state: openid.randomState(),
    nonce: openid.randomNonce(),
    verifier: openid.randomPKCECodeVerifier(),
    expiresAt: Date.now() + minutes * 60_000,
  }
}

export function storeFlow({ app, request }: BrowserContext, flow: Flow): void {
  const sealed = app.secrets.encrypt(purpose, JSON.stringify(flow)).toString('base64url')
  request.cookies.set(cookie, sealed, minutes * 60)
}

/** Returns the flow that this browser started, unless it has expired. */
export function readFlow({ app, request }: BrowserContext): Flow | undefined {
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

export function clearFlow({ request }: BrowserContext): void {
  request.cookies.clear(cookie)
}

/** Returns the redirect URI, built from the configuration. A forged Host header must not choose who gets the code. */
export function redirectUri({ APP_URL }: Config, provider: ProviderId): string {
  return `${APP_URL}/api/auth/oauth/${provider}/callback`
}

/** Returns the requested dashboard path, or `/` for any URL that leads to another site. */
export function pathInside({ APP_URL }: Config, requested: string | undefined): string {
  const url = requested?.startsWith('/') ? URL.parse(requested, APP_URL) : null
  if (url?.origin !== new URL(APP_URL).origin) return '/'
  const path = url.pathname + url.search + url.hash
  // The parser turns "/.//elsewhere" into "//elsewhere", which is another host.
  return path.startsWith('//') ? '/' : path
}

interface BrowserContext {
  app: App
  request: RequestFacts
}

/** Starts a sign-in at a provider. Stores the flow in a cookie and returns the URL to open. */
export async function startFlow(
  context: Pick<Asking, 'app' | 'request'>,
  id: string,
  { to, person = null }: { to?: string | undefined; person?: Flow['person'] },
): Promise<string> {
  const { app } = context
  const provider = requireProvider(app, id)
  requireOffered(app, provider.id)
  const flow = newFlow({ provider: provider.id, to: pathInside(app.config, to), person })
  const callback = redirectUri(app.config, provider.id)
  const url = await fetchFromProvider(app, provider, () => provider.authorizationUrl(flow, callback))
  storeFlow(context, flow)
  return url.href
}

/**
 * Cookie with the secret that binds a sign-in ticket to its browser. The ticket alone is visible in a URL. Without the
 * secret, an attacker could sign a victim in to the attacker's account and read what the victim enters there.
 */
const ticketCookie = 'oauth-ticket'
const seconds = 60

export async function createTicket(ctx: Context, { id }: Account, method: ProviderId): Promise<string> {
  const [ticket, browser] = [randomSecret(), randomSecret()]
  await ctx.db.run(
    sql`insert into sign_in_tickets (hash, browser_hash, user_id, method, expires_at)
     values (${hashSecret(ticket)}, ${hashSecret(browser)}, ${id}, ${method}, now() + ${seconds} * interval '1 second')`,
  )
  ctx.afterCommit(() => ctx.request.cookies.set(ticketCookie, browser, seconds))
  return ticket
}

/** Redeems a ticket. Only one of several concurrent calls succeeds. */
export async function consumeTicket(
  ctx: Context,
  ticket: string,
): Promise<{ user_id: string; method: ProviderId } | undefined> {
  const browser = ctx.request.cookies.get(ticketCookie)
  if (browser === undefined) return undefined
  const [redeemed] = await ctx.db.run<{ user_id: string; method: ProviderId }>(
    sql`delete from sign_in_tickets where hash = ${hashSecret(ticket)} and browser_hash = ${hashSecret(browser)} and expires_at > now()
     returning user_id, method`,
  )
  if (redeemed) ctx.afterCommit(() => ctx.request.cookies.clear(ticketCookie))
  return redeemed
}
