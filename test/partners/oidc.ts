import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider, type Configuration } from 'oidc-provider'

/** A local OpenID Connect provider with real redirects, codes, keys and ID tokens. */
export interface Issuer {
  url: string
  client: { id: string; secret: string }
  /** Creates an account and returns its sign-in name, which is its subject. */
  person(claims: Claims, subject?: string): string
  /** Changes the claims about an account. */
  change(subject: string, claims: Claims): void
  close(): Promise<void>
}

export interface Claims {
  email?: string
  email_verified?: boolean
  name?: string
}

export async function startIssuer(
  redirectUri: string,
  { claimsInIdToken = false }: { claimsInIdToken?: boolean } = {},
): Promise<Issuer> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = { id: 'baton', secret: randomUUID() }
  const people = new Map<string, Claims>()
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const configuration: Configuration = {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256', kid: 'of the tests' }] },
    cookies: { keys: [randomUUID()] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // Follows the standard, or puts the claims into the ID token as Google does.
    conformIdTokenClaims: !claimsInIdToken,
    findAccount: (_ctx, subject) =>
      people.has(subject)
        ? { accountId: subject, claims: () => ({ sub: subject, ...people.get(subject) }) }
        : undefined,
    ttl: { AccessToken: 60, AuthorizationCode: 60, IdToken: 60, Interaction: 60, Grant: 60, Session: 60 },
  }
  const provider = quietly(() => new Provider(url, configuration))
  server.on('request', provider.callback())
  return {
    url,
    client,
    person(claims, subject = randomUUID()) {
      people.set(subject, claims)
      return subject
    },
    change: (subject, claims) => void people.set(subject, claims),
    close: () => closeServer(server),
  }
}

/** Suppresses the provider's warning that it is meant for tests. */
function quietly<Thing>(make: () => Thing): Thing {
  const { warn } = console
  console.warn = () => {}
  try {
    return make()
  } finally {
    console.warn = warn
  }
}

export function closeServer(server: ReturnType<typeof createServer>): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}

export interface Providers {
  issuers: Record<'github' | 'google' | 'gitlab', Issuer>
  /** The settings that connect a server to them. */
  environment: Record<string, string>
  close(): Promise<void>
}

/** Starts one issuer for each well-known provider. */
export async function startProviders(appUrl: string): Promise<Providers> {
  const start = (id: string, claimsInIdToken = false) =>
    startIssuer(`${appUrl}/api/auth/oauth/${id}/callback`, { claimsInIdToken })
  const [github, google, gitlab] = await Promise.all([
    start('github'),
    start('google', true),
    start('gitlab'),
  ])
  const issuers = { github, google, gitlab }
  const settings = Object.entries(issuers).flatMap(([id, issuer]) => [...settingsFor(id, issuer)])
  return {
    issuers,
    environment: Object.fromEntries([['APP_URL', appUrl], ...settings]),
    close: async () => void (await Promise.all(Object.values(issuers).map((issuer) => issuer.close()))),
  }
}

/** Returns the variables that configure an issuer as a provider. */
export function settingsFor(id: string, { url, client }: Pick<Issuer, 'url' | 'client'>): [string, string][] {
  const name = id.toUpperCase()
  return [
    [`${name}_ISSUER`, url],
    [`${name}_CLIENT_ID`, client.id],
    [`${name}_CLIENT_SECRET`, client.secret],
  ]
}
