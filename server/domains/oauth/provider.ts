import { z } from 'zod'
import type { Identity } from '../accounts/backend/auth-backend.ts'
import type { Flow } from './flow.ts'

export const providerIds = ['github', 'google', 'gitlab'] as const
export type ProviderId = (typeof providerIds)[number]

export const providerField = z.string().max(40).describe('github, google or gitlab.')

/** Another server that says who somebody is. What it answers is believed only as far as it can be checked. */
export interface Provider {
  id: ProviderId
  name: string
  /** Where the browser is sent, to come back to `redirectUri`. */
  addressFor(flow: Flow, redirectUri: string): Promise<URL>
  /** Who has come back. `callback` is the redirect URI with what the provider has added to it. */
  identify(flow: Flow, callback: URL): Promise<Identity>
}

/** The client that the operator has registered at a provider. */
export interface Client {
  id: string
  secret: string
}

/** Seconds that a provider may take for each answer. */
export const timeoutMs = 10
