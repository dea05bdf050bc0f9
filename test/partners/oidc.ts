import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair } from 'jose'
import Provider from 'oidc-provider'

/** An OpenID Connect provider on this machine, with real redirects, codes, keys and ID tokens. */
export interface Issuer {
  url: string
  client: { id: string; secret: string }
  /** Somebody has an account there: answers the name they sign in with, which is their subject. */
  person(claims: Claims, subject?: string): string
  /** What the provider says of them from now on. */
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
  const provider = new Provider(url, {
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
    // As the standard has it, or as Google does it.
    conformIdTokenClaims: !claimsInIdToken,
    findAccount: (_ctx, subject) =>
      people.has(subject)
        ? { accountId: subject, claims: () => ({ sub: subject, ...people.get(subject) }) }
        : undefined,
    ttl: { AccessToken: 60, AuthorizationCode: 60, IdToken: 60, Interaction: 60, Grant: 60, Session: 60 },
  })
  server.on('request', provider.callback())
  return {
    ...{ url, client },
    person(claims, subject = randomUUID()) {
      people.set(subject, claims)
      return subject
    },
    change: (subject, claims) => void people.set(subject, claims),
    close: () => closeServer(server),
  }
}

export function closeServer(server: ReturnType<typeof createServer>): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
