import { SignJWT, jwtVerify } from 'jose'
import { databaseNow } from '../../database/clock.ts'
import type { Context } from '../../operations/context.ts'
import { newId } from '../../platform/ids.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { forgetDevices } from '../remembered-devices/remembered-device.ts'
import type { SecondFactorMethod } from '../second-factor/methods.ts'
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

export interface NewSession {
  method: SignInMethod
  /** The second factor that was proved besides. */
  secondFactor?: SecondFactorMethod | 'remembered_device' | undefined
  /** When the first factor was proved, if that was earlier than now. */
  signedInAt?: string | null | undefined
  /** When the second factor was proved, if that was earlier than now. */
  secondFactorAt?: string | null | undefined
}

export async function startSession(ctx: Context, person: Person, session: NewSession) {
  const loginId = newId()
  const expiresAt = new Date(databaseNow() + sessionDays * 86_400_000).toISOString()
  await insertSession(ctx, person, { ...session, id: loginId, expiresAt })
  return { loginId, token: await signSession(ctx.app.secrets, loginId, expiresAt), expiresAt }
}

export async function insertSession(
  ctx: Context,
  person: Person,
  session: NewSession & { id: string; expiresAt: string },
): Promise<void> {
  const { id, method, secondFactor, expiresAt, signedInAt = null, secondFactorAt = null } = session
  const { userAgent, network } = ctx.request
  // A remembered device stands for the second factor, but nobody has proved it just now.
  const isProved = secondFactor !== undefined && secondFactor !== 'remembered_device'
  await ctx.db.run(
    `insert into login_sessions (id, user_id, user_agent, network, created_at, expires_at, method, second_factor_at)
     values ($1, $2, $3, $4, least(now(), $5), $6, $7, case when $8 then now() else $9::timestamptz end)`,
    [
      ...[id, person.id, userAgent.slice(0, 300), network, signedInAt, expiresAt, method],
      ...[isProved, secondFactorAt],
    ],
  )
  const data = { method, ...(secondFactor && { secondFactor }) }
  recordOwn(ctx, person, 'login.started', { kind: 'login', id }, data)
}

/** Signs one device of a person out, on every node at once. False if there is no such device. */
export async function endSession(ctx: Context, person: Person, id: string): Promise<boolean> {
  const ended = await endWhere(ctx, person, `id::text = $2`, id)
  return ended.length === 1
}

/** Signs all devices of a person out, or all but one, and forgets on which the second factor isn't asked for. Without exception, the streams of their agents are closed too. */
export async function endSessions(
  ctx: Context,
  person: Person,
  { except = null }: { except?: string | null } = {},
): Promise<void> {
  // A device that was approved and has not come for its login yet must not get one afterwards.
  await ctx.db.run('delete from device_requests where claimed_by = $1', [person.id])
  // Nor must a sign-in that still waits for its second factor.
  await ctx.db.run('delete from second_factor_requests where user_id = $1', [person.id])
  await forgetDevices(ctx, person)
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
