import { randomUUID } from 'node:crypto'
import { type JWK, type JWTPayload, SignJWT, exportJWK, generateKeyPair, jwtVerify } from 'jose'
import { GotrueError, type GotrueSession, shownUser } from './gotrue-users.ts'

export interface GotrueTokens {
  access_token: string
  token_type: 'bearer'
  expires_in: number
  refresh_token: string
  user: ReturnType<typeof shownUser>
}

/** The signing keys, and the tokens that they sign: sessions of users and API keys of clients. */
export interface GotrueKeys {
  public: JWK[]
  serviceKey: string
  anonKey: string
  sign(session: GotrueSession): Promise<GotrueTokens>
  /** Returns a valid session token, except for the given claims. */
  token(session: GotrueSession, claims?: Record<string, unknown>): Promise<string>
  verify(token: string): Promise<JWTPayload>
}

const lifetime = 3600

export async function createKeys(issuer: string, secret?: string): Promise<GotrueKeys> {
  const pair = await generateKeyPair('ES256', { extractable: true })
  const kid = randomUUID()
  const shared = secret === undefined ? undefined : new TextEncoder().encode(secret)
  const header = shared ? { alg: 'HS256', typ: 'JWT' } : { alg: 'ES256', typ: 'JWT', kid }
  const jwk = { ...(await exportJWK(pair.publicKey)), kid, alg: 'ES256', use: 'sig', key_ops: ['verify'] }

  const now = () => Math.floor(Date.now() / 1000)
  const signed = (claims: JWTPayload) =>
    new SignJWT({ iss: issuer, iat: now(), exp: now() + lifetime, ...claims })
      .setProtectedHeader(header)
      .sign(shared ?? pair.privateKey)
  const keyOf = (role: string) => signed({ role, exp: now() + 10 * 365 * 86_400 })
  const token = ({ id, user, signedInAt, method }: GotrueSession, claims: Record<string, unknown> = {}) =>
    signed({
      sub: user.id,
      aud: 'authenticated',
      role: 'authenticated',
      email: user.email,
      phone: '',
      app_metadata: { provider: 'email' },
      user_metadata: user.metadata,
      is_anonymous: false,
      aal: 'aal1',
      amr: [{ method, timestamp: signedInAt }],
      session_id: id,
      ...claims,
    })
  return {
    public: shared ? [] : [jwk],
    serviceKey: await keyOf('service_role'),
    anonKey: await keyOf('anon'),
    token,
    sign: async (session) => ({
      access_token: await token(session),
      token_type: 'bearer',
      expires_in: lifetime,
      refresh_token: session.refreshToken,
      user: shownUser(session.user),
    }),
    async verify(given) {
      const { payload } = await jwtVerify(given, shared ?? pair.publicKey).catch(() => {
        throw new GotrueError(403, 'bad_jwt', 'invalid JWT')
      })
      return payload
    },
  }
}
