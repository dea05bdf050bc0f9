import { SignJWT, jwtVerify } from 'jose'
import { databaseNow } from '../../database/clock.ts'
import type { Context } from '../../operations/context.ts'
import { newId } from '../../platform/ids.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { type Person, recordOwn } from './record-own.ts'

/** A signed-in device. The token names the session; whether the session still stands is asked at every request. */
export const sessionDays = 7

const issuer = 'baton'
// Says what the token is for, so that no other token of ours can ever be taken for it.
const audience = 'baton:login'

export const signInMethods = [
  ...(['password', 'code', 'magic_link', 'passkey', 'device', 'backend'] as const),
  ...(['github', 'google', 'gitlab'] as const),
] as const
export type SignInMethod = (typeof signInMethods)[number]

export async function startSession(ctx: Context, person: Person, method: SignInMethod) {
  const id = newId()
  const expiresAt = new Date(databaseNow() + sessionDays * 86_400_000).toISOString()
  await insertSession(ctx, person, { id, method, expiresAt })
  return { token: await signSession(ctx.app.secrets, id, expiresAt), expiresAt }
}

export async function insertSession(
  ctx: Context,
  person: Person,
  session: { id: string; method: SignInMethod; expiresAt: string; signedInAt?: string },
): Promise<void> {
  const { id, method, expiresAt, signedInAt = null } = session
  const { userAgent, network } = ctx.request
  await ctx.db.run(
    `insert into login_sessions (id, user_id, user_agent, network, created_at, expires_at, method)
     values ($1, $2, $3, $4, least(now(), $5), $6, $7)`,
    [id, person.id, userAgent.slice(0, 300), network, signedInAt, expiresAt, method],
  )
  recordOwn(ctx, person, 'login.started', { kind: 'login', id }, { method })
}

/** Signs one device of a person out, on every node at once. False if there is no such device. */
export async function endSession(ctx: Context, person: Person, id: string): Promise<boolean> {
  const ended = await endWhere(ctx, person, `id::text = $2`, id)
  return ended.length === 1
}

/** Signs all devices of a person out, or all but one. Without exception, the streams of their agents are closed too. */
export async function endSessions(
  ctx: Context,
  person: Person,
  { except = null }: { except?: string | null } = {},
): Promise<void> {
  // A device that was approved and has not come for its login yet must not get one afterwards.
  await ctx.db.run('delete from device_requests where claimed_by = $1', [person.id])
  await endWhere(ctx, person, `id::text is distinct from $2`, except)
  if (!except) ctx.afterCommit(() => ctx.app.bus.revoked(person.id))
}

// A session of the external backend that has expired may come back with a newer token.
async function endWhere(ctx: Context, person: Person, which: string, value: string | null) {
  const ended = await ctx.db.run<{ id: string }>(
    `update login_sessions set revoked_at = now()
      where user_id = $1 and revoked_at is null and (expires_at > now() or method = 'backend') and ${which}
      returning id`,
    [person.id, value],
  )
  for (const { id } of ended) {
    recordOwn(ctx, person, 'login.ended', { kind: 'login', id })
    ctx.afterCommit(() => ctx.app.bus.revoked(id))
  }
  return ended
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
  if (known) return known.expires > databaseNow() ? known.sessionId : undefined
  try {
    const { payload } = await jwtVerify<{ sid: string }>(token, secrets.verifyingKey, {
      algorithms: ['EdDSA'],
      issuer,
      audience,
      typ: 'JWT',
      currentDate: new Date(databaseNow()),
    })
    if (verified.size >= remembered) verified.delete(verified.keys().next().value!)
    verified.set(token, { sessionId: payload.sid, expires: payload.exp! * 1000 })
    return payload.sid
  } catch {
    return undefined
  }
}
