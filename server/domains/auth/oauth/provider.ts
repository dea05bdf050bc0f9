import { z } from 'zod'
import type { Identity } from '../accounts/backend/auth-backend.ts'
import type { Flow } from './flow.ts'

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

/** Credentials of the client that the operator registered at a provider. */
export interface Client {
  id: string
  secret: string
}

/** Timeout of each request to a provider, in seconds as the library expects it. */
export const timeoutSeconds = 10
