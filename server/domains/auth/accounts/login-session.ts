import { SignJWT, jwtVerify } from 'jose'
import { databaseNow } from '../../../database/clock.ts'
import { type Sql, sql } from '../../../database/sql.ts'
import type { Context } from '../../../operations/context.ts'
import { newId } from '../../../platform/ids.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { forgetDevices } from '../remembered-devices/remembered-device.ts'
import type { SecondFactorMethod } from '../second-factor/methods.ts'
import { type Person, recordOwn } from '../../../operations/record-own.ts'

/** The lifetime of a login session in days. Each request checks in the database that the session is not revoked. */
export const sessionDays = 7

const issuer = 'baton'
// Prevents other tokens that Baton signs from being accepted as a login.
const audience = 'baton:login'

export const signInMethods = [
  'password',
  'code',
  'magic_link',
  'passkey',
  'device',
  'backend',
  'github',
  'google',
  'gitlab',
] as const
export type SignInMethod = (typeof signInMethods)[number]

export interface NewSession {
  method: SignInMethod
  /** The second factor used, if any. */
  secondFactor?: SecondFactorMethod | 'remembered_device' | undefined
  /** The time of the first factor check, if it was earlier. */
  signedInAt?: string | null | undefined
  /** The time of the second factor check, if it was earlier. */
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
  // A remembered device replaces the second factor, but does not count as a recent check of it.
  const isChecked = secondFactor !== undefined && secondFactor !== 'remembered_device'
  await ctx.db.run(
    sql`insert into login_sessions (id, user_id, user_agent, network, created_at, expires_at, method, second_factor_at)
     values (${id}, ${person.id}, ${userAgent.slice(0, 300)}, ${network}, least(now(), ${signedInAt}), ${expiresAt},
       ${method}, case when ${isChecked} then now() else ${secondFactorAt}::timestamptz end)`,
  )
  const data = { method, ...(secondFactor && { secondFactor }) }
  recordOwn(ctx, person, 'login.started', { kind: 'login', id }, data)
}

/** Signs out one device of a user on every node immediately. Returns false if the device doesn't exist. */
export async function endSession(ctx: Context, person: Person, id: string): Promise<boolean> {
  const ended = await endWhere(ctx, person, sql`id::text = ${id}`)
  return ended.length === 1
}

/**
 * Signs out all devices of a user, or all but one, and forgets all remembered devices. Without `except`, also closes
 * the streams of the user's agents.
 */
export async function endSessions(
  ctx: Context,
  person: Person,
  { except = null }: { except?: string | null } = {},
): Promise<void> {
  // An approved device that has not collected its login yet must not receive one afterwards.
  await ctx.db.run(sql`delete from device_requests where claimed_by = ${person.id}`)
  // The same goes for a sign-in that still waits for its second factor.
  await ctx.db.run(sql`delete from second_factor_requests where user_id = ${person.id}`)
  await forgetDevices(ctx, person)
  await endWhere(ctx, person, sql`id::text is distinct from ${except}`)
  if (!except) ctx.afterCommit(() => ctx.app.bus.revoked(person.id))
}

// Includes expired sessions of the external backend, because a newer token could reactivate them.
async function endWhere(ctx: Context, person: Person, condition: Sql) {
  const ended = await ctx.db.run<{ id: string }>(
    sql`update login_sessions set revoked_at = now()
      where user_id = ${person.id} and revoked_at is null and (expires_at > now() or method = 'backend') and ${condition}
      returning id`,
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

// Verifying a signature takes 200 µs, a map lookup 0.4 µs. The cache only records that the signature is valid.
const verifiedTokens = new Map<string, { sessionId: string; expires: number }>()
const maxCachedTokens = 10_000

/** Returns the session id in a token, or undefined if the token is foreign, altered or expired. */
export async function verifySession(secrets: Secrets, token: string): Promise<string | undefined> {
  const cached = verifiedTokens.get(token)
  if (cached) return cached.expires > databaseNow() ? cached.sessionId : undefined
  try {
    const { payload } = await jwtVerify<{ sid: string }>(token, secrets.verifyingKey, {
      algorithms: ['EdDSA'],
      issuer,
      audience,
      typ: 'JWT',
      currentDate: new Date(databaseNow()),
    })
    if (verifiedTokens.size >= maxCachedTokens) verifiedTokens.delete(verifiedTokens.keys().next().value!)
    verifiedTokens.set(token, { sessionId: payload.sid, expires: payload.exp! * 1000 })
    return payload.sid
  } catch {
    return undefined
  }
}
