import { type JWTVerifyGetKey, createRemoteJWKSet, decodeJwt, errors, jwtVerify } from 'jose'
import { z } from 'zod'
import { idFrom } from '../../../../platform/ids.ts'
import type { ExternalLogin, ExternalTokens } from '../../../../operations/auth-backend.ts'
import { type GotrueApi, BackendRejection, User, identityOf } from './gotrue-api.ts'

interface TokenOptions {
  url: string
  issuer: string
  /** The secret shared with the backend. Without it, tokens are verified with the backend's public keys. */
  secret: string | undefined
  api: GotrueApi
}

/** Verifies the access tokens that the external backend issues to its users. */
export function createGotrueTokens({ url, issuer, secret, api }: TokenOptions): ExternalTokens {
  // Accepts one kind of key only. If a public key were used as a shared secret, anyone could sign tokens.
  const [key, algorithms] = secret
    ? [sharedKey(secret), ['HS256']]
    : [createRemoteJWKSet(new URL(`${url}/.well-known/jwks.json`)), ['ES256', 'RS256', 'EdDSA']]
  // Caches verified signatures, as `verifySession` does.
  const verified = new Map<string, ExternalLogin>()

  return {
    async verify(token) {
      const cached = verified.get(token)
      if (cached) return Date.parse(cached.expiresAt) > Date.now() ? cached : undefined
      if (readIssuer(token) !== issuer) return undefined
      const claims = await verifyClaims(api, token, key, { algorithms, issuer, audience: 'authenticated' })
      if (!claims) return undefined
      const login = {
        loginId: idFrom(`${issuer} ${claims.sub} ${claims.session_id}`),
        signedInAt: isoTime(Math.max(0, ...claims.amr.map(({ timestamp }) => timestamp))),
        expiresAt: isoTime(claims.exp),
        isStored: false,
      }
      if (verified.size >= maxCachedTokens) verified.delete(verified.keys().next().value!)
      verified.set(token, login)
      return login
    },
    async identify(token) {
      const user = await api.request('GET /user', User, { token, expected: invalidSessionCodes })
      if (user instanceof BackendRejection || user.id !== decodeJwt(token).sub) return undefined
      return identityOf(user, issuer)
    },
  }
}

const maxCachedTokens = 10_000
const invalidSessionCodes = [
  'session_not_found',
  'session_expired',
  'user_not_found',
  'user_banned',
  'bad_jwt',
] as const

// JavaScript dates can't represent much later times.
const seconds = z.number().min(0).max(1e11)

/**
 * The claims that make a token a login. The API keys of the backend are tokens too, but have another role. A token with
 * a `client_id` was issued to a third-party application.
 */
const Claims = z.object({
  sub: z.uuid(),
  session_id: z.uuid(),
  role: z.literal('authenticated'),
  client_id: z.undefined().optional(),
  exp: seconds,
  // The sign-in methods and times. A token without them does not count as a recent sign-in.
  amr: z.array(z.object({ timestamp: seconds })).catch([]),
})

async function verifyClaims(
  api: GotrueApi,
  token: string,
  key: JWTVerifyGetKey,
  expected: { algorithms: string[]; issuer: string; audience: string },
): Promise<z.output<typeof Claims> | undefined> {
  try {
    const { payload } = await jwtVerify(token, key, expected)
    return Claims.safeParse(payload).data
  } catch (error) {
    if (isKeySetError(error)) api.rejectUnavailable('/.well-known/jwks.json', (error as Error).name)
    return undefined
  }
}

/** Returns whether loading the key set failed. All other errors mean that the token is invalid. */
function isKeySetError(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) return true
  const { JWKSTimeout, JWKSInvalid } = errors
  // The library uses this generic code for a key set with an error status or invalid JSON.
  return error instanceof JWKSTimeout || error instanceof JWKSInvalid || error.code === 'ERR_JOSE_GENERIC'
}

function sharedKey(secret: string): JWTVerifyGetKey {
  const bytes = new TextEncoder().encode(secret)
  return async () => bytes
}

/** Reads the unverified issuer, so that foreign tokens do not trigger a request for the key set. */
function readIssuer(token: string): unknown {
  try {
    return decodeJwt(token).iss
  } catch {
    return undefined
  }
}

function isoTime(time: number): string {
  return new Date(time * 1000).toISOString()
}
