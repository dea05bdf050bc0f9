import { createPrivateKey, sign } from 'node:crypto'
import { z } from 'zod'
import type { App } from '../../operations/context.ts'
import { openClient } from './open-client.ts'

/** The installation of a GitHub App. */
export interface Installation {
  apiUrl: string
  appId: string
  installationId: string
  privateKey: string
}

const AccessToken = z.object({
  token: z.string(),
  expires_at: z.iso.datetime({ offset: true }),
  permissions: z.record(z.string(), z.string()).default({}),
})
const AppNames = z.object({ slug: z.string().min(1) })
export type InstallationToken = z.output<typeof AccessToken>

const renewBeforeMs = 5 * 60_000

// Kept in memory only: the host issues a new token at any time, and each ends after an hour.
const issued = new WeakMap<App, Map<string, Promise<InstallationToken>>>()

/** Returns an access token of the installation, and reuses it until shortly before it expires. */
export async function installationToken(app: App, key: string, of: Installation): Promise<InstallationToken> {
  const tokens = issued.get(app) ?? new Map<string, Promise<InstallationToken>>()
  issued.set(app, tokens)
  const current = tokens.get(key)
  const known = current && (await current.catch(() => undefined))
  if (known && Date.parse(known.expires_at) - renewBeforeMs > Date.now()) return known
  const requested = requestToken(app, of)
  tokens.set(key, requested)
  try {
    return await requested
  } catch (error) {
    tokens.delete(key)
    throw error
  }
}

export async function requestToken(
  app: App,
  { apiUrl, appId, installationId, privateKey }: Installation,
): Promise<InstallationToken> {
  const client = openClient(app, { apiUrl, token: createJwt(appId, privateKey) })
  const path = `/app/installations/${encodeURIComponent(installationId)}/access_tokens`
  return AccessToken.parse(await client.send('POST', path, {}))
}

/** Returns the name under which an app acts at the host. */
export async function appLogin(app: App, { apiUrl, appId, privateKey }: Installation): Promise<string> {
  const client = openClient(app, { apiUrl, token: createJwt(appId, privateKey) })
  return `${AppNames.parse(await client.get('/app')).slug}[bot]`
}

/** Creates the JWT with which an app identifies itself: RS256, at most ten minutes long. */
function createJwt(appId: string, privateKey: string): string {
  const now = Math.floor(Date.now() / 1000)
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  // Issued a minute ago, because the clock of the host can be behind.
  const content = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode({ iat: now - 60, exp: now + 540, iss: appId })}`
  return `${content}.${sign('RSA-SHA256', Buffer.from(content), privateKey).toString('base64url')}`
}

/** Returns whether this is an RSA private key in PEM format, as the code host issues it. */
export function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}
