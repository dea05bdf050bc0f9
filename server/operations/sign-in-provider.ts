import { z } from 'zod'
import type { Identity } from './auth-backend.ts'

export const providerIds = ['github', 'google', 'gitlab'] as const
export type ProviderId = (typeof providerIds)[number]

export const providerField = z.string().max(40).describe('Provider: github, google or gitlab.')

/** An external identity provider. Its responses are verified before use. */
export interface Provider {
  id: ProviderId
  name: string
  /** Returns the provider's sign-in URL, which redirects back to `redirectUri`. */
  authorizationUrl(flow: Flow, redirectUri: string): Promise<URL>
  /** Returns the identity of the signed-in user. `callback` is the redirect URI with the provider's parameters. */
  identify(flow: Flow, callback: URL): Promise<Identity>
}

/** Providers with a configured client, by id. */
export type Providers = ReadonlyMap<string, Provider>

/**
 * State of a sign-in at a provider, between the redirect and the callback. The browser stores it in an encrypted,
 * HttpOnly cookie. This binds the callback to the browser, and abandoned sign-ins leave nothing on the server.
 */
export interface Flow {
  provider: ProviderId
  state: string
  nonce: string
  verifier: string
  /** Dashboard path to open after the sign-in. */
  to: string
  /** The user who connects an account, and their login session. Null for a sign-in. */
  person: { userId: string; loginId: string } | null
  expiresAt: number
}

/** Credentials of the client that the operator registered at a provider. */
export interface Client {
  id: string
  secret: string
}

/** Timeout of each request to a provider, in seconds as the library expects it. */
export const timeoutSeconds = 10
