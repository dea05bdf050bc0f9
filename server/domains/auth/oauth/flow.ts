import * as openid from 'openid-client'
import type { Config } from '../../../config.ts'
import type { App, RequestFacts } from '../../../operations/context.ts'
import type { Flow, ProviderId } from '../../../operations/sign-in-provider.ts'

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
