import { type JWTVerifyGetKey, createRemoteJWKSet, decodeJwt, errors, jwtVerify } from 'jose'
import { z } from 'zod'
import { idFrom } from '../../../platform/ids.ts'
import type { ExternalLogin, ExternalTokens } from './auth-backend.ts'
import { type GotrueApi, BackendRejection } from './gotrue-api.ts'
import { User, identityOf } from './gotrue-user.ts'

interface Needs {
  url: string
  issuer: string
  /** Shared with the backend; without it, its public keys are asked for. */
  secret: string | undefined
  api: GotrueApi
}

/** The tokens that the external backend gives to whoever signs in there. */
export function createGotrueTokens({ url, issuer, secret, api }: Needs): ExternalTokens {
  // One kind of key or the other: a public key that is taken for a shared secret would let everybody sign.
  const [key, algorithms] = secret
    ? [sharedKey(secret), ['HS256']]
    : [createRemoteJWKSet(new URL(`${url}/.well-known/jwks.json`)), ['ES256', 'RS256', 'EdDSA']]
  // As in `verifySession`: whether the signature was good.
  const verified = new Map<string, ExternalLogin>()

  return {
    async verify(token) {
      const known = verified.get(token)
      if (known) return Date.parse(known.expiresAt) > Date.now() ? known : undefined
      if (issuerOf(token) !== issuer) return undefined
      const claims = await check(api, token, key, { algorithms, issuer, audience: 'authenticated' })
      if (!claims) return undefined
      const login = {
        loginId: idFrom(`${issuer} ${claims.sub} ${claims.session_id}`),
        signedInAt: isoTime(Math.max(0, ...claims.amr.map(({ timestamp }) => timestamp))),
        expiresAt: isoTime(claims.exp),
        met: false,
      }
      if (verified.size >= remembered) verified.delete(verified.keys().next().value!)
      verified.set(token, login)
      return login
    },
    async identify(token) {
      const user = await api.ask('GET /user', User, { token, expected: gone })
      if (user instanceof BackendRejection || user.id !== decodeJwt(token).sub) return undefined
      return identityOf(user, issuer)
    },
  }
}

const remembered = 10_000
const gone = ['session_not_found', 'session_expired', 'user_not_found', 'user_banned', 'bad_jwt'] as const

// Later than this there is no date to be written.
const seconds = z.number().min(0).max(1e11)

/**
 * What a token must say to be a login. The keys of an instance are tokens too, of another role; and one with a
 * `client_id` was given to somebody else's application, to act for its person there.
 */
const Claims = z.object({
  sub: z.uuid(),
  session_id: z.uuid(),
  role: z.literal('authenticated'),
  client_id: z.undefined().optional(),
  exp: seconds,
  // How and when they signed in. Who does not say it has not signed in lately.
  amr: z.array(z.object({ timestamp: seconds })).catch([]),
})

async function check(
  api: GotrueApi,
  token: string,
  key: JWTVerifyGetKey,
  expected: { algorithms: string[]; issuer: string; audience: string },
): Promise<z.output<typeof Claims> | undefined> {
  try {
    const { payload } = await jwtVerify(token, key, expected)
    return Claims.safeParse(payload).data
  } catch (error) {
    if (isAboutKeys(error)) api.unavailable('/.well-known/jwks.json', (error as Error).name)
    return undefined
  }
}

/** Whether it was the keys that could not be had. Everything else is said of the token. */
function isAboutKeys(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) return true
  const { JWKSTimeout, JWKSInvalid } = errors
  // The library has no name for a key set that came with a status, or was no JSON.
  return error instanceof JWKSTimeout || error instanceof JWKSInvalid || error.code === 'ERR_JOSE_GENERIC'
}

function sharedKey(secret: string): JWTVerifyGetKey {
  const bytes = new TextEncoder().encode(secret)
  return async () => bytes
}

/** Only what claims to be of the backend is worth a look at its keys. */
function issuerOf(token: string): unknown {
  try {
    return decodeJwt(token).iss
  } catch {
    return undefined
  }
}

function isoTime(time: number): string {
  return new Date(time * 1000).toISOString()
}
