import { SignJWT, jwtVerify } from 'jose'
import { type Named, userActor } from '../../operations/caller.ts'
import type { Context } from '../../operations/context.ts'
import { newId } from '../../platform/ids.ts'
import type { Secrets } from '../../platform/secrets.ts'

/** A signed-in device. The token names the session; whether the session still stands is asked at every request. */
export const sessionDays = 7

const issuer = 'baton'
// Says what the token is for, so that no other token of ours can ever be taken for it.
const audience = 'baton:login'

export async function startSession(ctx: Context, user: Named, organizationId: string | null) {
  const id = newId()
  const expiresAt = new Date(Date.now() + sessionDays * 86_400_000).toISOString()
  await ctx.db.run(
    `insert into login_sessions (id, user_id, user_agent, network, expires_at) values ($1, $2, $3, $4, $5)`,
    [id, user.id, ctx.request.userAgent.slice(0, 300), ctx.request.network, expiresAt],
  )
  ctx.record({
    type: 'login.started',
    subject: { kind: 'login', id },
    organizationId,
    privateTo: user.id,
    actor: userActor(user),
  })
  return { token: await signSession(ctx.app.secrets, id, expiresAt), expiresAt }
}

export function signSession(secrets: Secrets, sessionId: string, expiresAt: string): Promise<string> {
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(Math.floor(Date.parse(expiresAt) / 1000))
    .sign(secrets.signingKey)
}

// Checking a signature takes 200 µs, looking the token up 0.4. The map says only "this signature was good".
const verified = new Map<string, { sessionId: string; expires: number }>()
const remembered = 10_000

/** The session that a token names, or undefined if the token is not ours, is altered, or has expired. */
export async function verifySession(secrets: Secrets, token: string): Promise<string | undefined> {
  const known = verified.get(token)
  if (known) return known.expires > Date.now() ? known.sessionId : undefined
  try {
    const { payload } = await jwtVerify<{ sid: string }>(token, secrets.verifyingKey, {
      algorithms: ['EdDSA'],
      issuer,
      audience,
      typ: 'JWT',
    })
    if (verified.size >= remembered) verified.delete(verified.keys().next().value!)
    verified.set(token, { sessionId: payload.sid, expires: payload.exp! * 1000 })
    return payload.sid
  } catch {
    return undefined
  }
}
