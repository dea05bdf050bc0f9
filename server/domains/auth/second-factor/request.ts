import type { z } from 'zod'
import type { Queries } from '../../../database/connect.ts'
import { databaseNow } from '../../../database/clock.ts'
import { sql } from '../../../database/sql.ts'
import type { App, Context } from '../../../operations/context.ts'
import { reject } from '../../../errors/errors.ts'
import { randomSecret } from '../../../platform/ids.ts'
import type { Account } from '../accounts/account.ts'
import type { SignInMethod } from '../accounts/login-session.ts'
import { hashSecret } from '../accounts/email-tokens.ts'
import { type SecondFactorNeeded, secondFactorMethods } from './methods.ts'
import { codesLeft } from './recovery-codes.ts'
import { readSecondFactor } from './second-factor.ts'

const minutes = 10
export const maxTries = 5
// Three codes are valid at a time, so constant guessing at one account succeeds once in almost two years.
const maxCodesPerHour = 20

/** Creates the request for the second factor after a successful first factor. */
export async function requestSecondFactor(
  ctx: Context,
  account: Account,
  { method, signedInAt = null }: { method: SignInMethod; signedInAt?: string | null | undefined },
): Promise<z.output<typeof SecondFactorNeeded>> {
  const request = randomSecret()
  const expiresAt = new Date(databaseNow() + minutes * 60_000).toISOString()
  await ctx.db.run(
    sql`insert into second_factor_requests (hash, user_id, method, signed_in_at, expires_at)
     values (${hashSecret(request)}, ${account.id}, ${method}, ${signedInAt}, ${expiresAt})`,
  )
  const { totp_added_at: totp, passkeys } = await readSecondFactor(ctx.db, account.id)
  const left = await codesLeft(ctx.db, account.id)
  const has = { totp: totp !== null, passkey: passkeys > 0, recovery_code: left > 0 }
  const methods = secondFactorMethods.filter((candidate) => has[candidate])
  return { secondFactor: { request, methods, expiresAt } }
}

export interface Request {
  hash: Buffer
  userId: string
  email: string
  name: string
  organizationId: string | null
  method: SignInMethod
  signedInAt: string | null
  triesLeft: number
}

/**
 * Counts an attempt before the check, in a separate transaction, because a rejection rolls back the transaction of the
 * operation. So parallel guesses cannot exceed the limit. Codes also count per account, across all pending sign-ins.
 */
export function countTry(app: App, request: string, isCode: boolean): Promise<Request> {
  return app.database.transaction(async (db) => {
    const hash = hashSecret(request)
    const [pending] = await db.run<{ user_id: string }>(
      sql`select user_id from second_factor_requests where hash = ${hash}`,
    )
    if (!pending) reject('sign_in_expired')
    await db.run(sql`select 1 from users where id = ${pending.user_id} for no key update`)
    if (isCode) await limitCodes(db, pending.user_id)
    const [counted] = await db.run<CountedRow>(
      sql`update second_factor_requests r set tries = tries + 1 from users u
        where r.hash = ${hash} and r.tries < ${maxTries} and r.used_at is null and r.expires_at > now() and u.id = r.user_id
       returning u.id, u.email, u.name, u.last_organization_id, r.method, r.signed_in_at, r.tries`,
    )
    if (!counted) reject('sign_in_expired')
    return {
      hash,
      userId: counted.id,
      email: counted.email,
      name: counted.name,
      method: counted.method,
      organizationId: counted.last_organization_id,
      signedInAt: counted.signed_in_at,
      triesLeft: maxTries - counted.tries,
    }
  })
}

interface CountedRow {
  id: string
  email: string
  name: string
  last_organization_id: string | null
  method: SignInMethod
  signed_in_at: string | null
  tries: number
}

/** Redeems a request. Only one of several concurrent calls succeeds. Resets its wrong attempts. */
export async function redeemRequest(db: Queries, { hash }: Request): Promise<boolean> {
  const used = await db.run(
    sql`update second_factor_requests set used_at = now(), tries = 0
      where hash = ${hash} and used_at is null and expires_at > now() returning 1`,
  )
  return used.length === 1
}

async function limitCodes(db: Queries, userId: string): Promise<void> {
  const [counted] = await db.run<{ tries: number; seconds: number }>(
    sql`select coalesce(sum(tries), 0)::int as tries,
            coalesce(ceil(extract(epoch from min(created_at) + interval '1 hour' - now())), 0)::int as seconds
       from second_factor_requests where user_id = ${userId} and tries > 0 and created_at > now() - interval '1 hour'`,
  )
  if (counted!.tries >= maxCodesPerHour) reject('rate_limited', { seconds: Math.max(1, counted!.seconds) })
}
