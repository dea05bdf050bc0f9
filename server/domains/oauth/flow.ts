import * as openid from 'openid-client'
import type { Config } from '../../config.ts'
import type { App, RequestFacts } from '../../operations/context.ts'
import type { ProviderId } from './provider.ts'

/**
 * A sign-in at a provider, from the browser's leaving to its coming back. The browser itself keeps it, sealed and out of
 * reach of scripts: so nobody comes back with what somebody else began, and nothing is stored for who never does.
 */
export interface Flow {
  provider: ProviderId
  state: string
  nonce: string
  verifier: string
  /** Where in the dashboard the person wanted to go. */
  to: string
  /** Who connects an account, and the login with which they asked for it; null for a sign-in. */
  person: { userId: string; loginId: string } | null
  expiresAt: number
}

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

export function storeFlow({ app, request }: InBrowser, flow: Flow): void {
  const sealed = app.secrets.encrypt(purpose, JSON.stringify(flow)).toString('base64url')
  request.cookies.set(cookie, sealed, minutes * 60)
}

/** What this browser began, if it did not take too long. */
export function readFlow({ app, request }: InBrowser): Flow | undefined {
  const sealed = request.cookies.get(cookie)
  if (sealed === undefined) return undefined
  try {
    const flow = JSON.parse(app.secrets.decrypt(purpose, Buffer.from(sealed, 'base64url'))) as Flow
    return flow.expiresAt > Date.now() ? flow : undefined
  } catch {
    // Not ours, or of another SECRET_KEY.
    return undefined
  }
}

export function forgetFlow({ request }: InBrowser): void {
  request.cookies.clear(cookie)
}

/** Built from the configuration and never from a request, whose sender would otherwise choose who gets the code. */
export function redirectUri({ APP_URL }: Config, provider: ProviderId): string {
  return `${APP_URL}/api/auth/oauth/${provider}/callback`
}

/** A path of the dashboard, or its first page for whatever leads elsewhere. */
export function pathInside({ APP_URL }: Config, asked: string | undefined): string {
  const url = asked?.startsWith('/') ? URL.parse(asked, APP_URL) : null
  if (url?.origin !== new URL(APP_URL).origin) return '/'
  const path = url.pathname + url.search + url.hash
  // "/.//elsewhere" has become "//elsewhere", and that is another host.
  return path.startsWith('//') ? '/' : path
}

interface InBrowser {
  app: App
  request: RequestFacts
}
