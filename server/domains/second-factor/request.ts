import type { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { databaseNow } from '../../database/clock.ts'
import type { App, Context } from '../../operations/context.ts'
import { reject } from '../../operations/errors.ts'
import { randomSecret } from '../../platform/ids.ts'
import type { Account } from '../accounts/account.ts'
import type { SignInMethod } from '../accounts/login-session.ts'
import { hashSecret } from '../accounts/email-tokens.ts'
import { type SecondFactorNeeded, secondFactorMethods } from './methods.ts'
import { codesLeft } from './recovery-codes.ts'
import { readSecondFactor } from './second-factor.ts'

const minutes = 10
export const maxTries = 5
// With three codes valid at a time, a day of guessing at one account succeeds once in almost two years.
const maxCodesAnHour = 20

/** Asks for the second factor of an account whose first factor was right. */
export async function requestSecondFactor(
  ctx: Context,
  account: Account,
  { method, signedInAt = null }: { method: SignInMethod; signedInAt?: string | null | undefined },
): Promise<z.output<typeof SecondFactorNeeded>> {
  const request = randomSecret()
  const expiresAt = new Date(databaseNow() + minutes * 60_000).toISOString()
  await ctx.db.run(
    `insert into second_factor_requests (hash, user_id, method, signed_in_at, expires_at)
     values ($1, $2, $3, $4, $5)`,
    [hashSecret(request), account.id, method, signedInAt, expiresAt],
  )
  const { totp_added_at: totp, passkeys } = await readSecondFactor(ctx.db, account.id)
  const left = await codesLeft(ctx.db, account.id)
  const has = { totp: totp !== null, passkey: passkeys > 0, recovery_code: left > 0 }
  const methods = secondFactorMethods.filter((each) => has[each])
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
 * Counts a try before the second factor is looked at, outside of the transaction that a refusal undoes: of many guesses at
 * the same moment, five are looked at. Codes are also counted for the account, however many sign-ins are started.
 */
export function countTry(app: App, request: string, isCode: boolean): Promise<Request> {
  return app.database.transaction(async (db) => {
    const hash = hashSecret(request)
    const [asked] = await db.run<{ user_id: string }>(
      'select user_id from second_factor_requests where hash = $1',
      [hash],
    )
    if (!asked) reject('sign_in_expired')
    await db.run('select 1 from users where id = $1 for no key update', [asked.user_id])
    if (isCode) await limitCodes(db, asked.user_id)
    const [taken] = await db.run<TakenRow>(
      `update second_factor_requests r set tries = tries + 1 from users u
        where r.hash = $1 and r.tries < $2 and r.used_at is null and r.expires_at > now() and u.id = r.user_id
       returning u.id, u.email, u.name, u.last_organization_id, r.method, r.signed_in_at, r.tries`,
      [hash, maxTries],
    )
    if (!taken) reject('sign_in_expired')
    return {
      ...{ hash, userId: taken.id, email: taken.email, name: taken.name, method: taken.method },
      ...{ organizationId: taken.last_organization_id, signedInAt: taken.signed_in_at },
      triesLeft: maxTries - taken.tries,
    }
  })
}

interface TakenRow {
  id: string
  email: string
  name: string
  last_organization_id: string | null
  method: SignInMethod
  signed_in_at: string | null
  tries: number
}

/** Ends a request: of many at the same time, one succeeds. Its wrong tries no longer count against the account. */
export async function redeemRequest(db: Queries, { hash }: Request): Promise<boolean> {
  const used = await db.run(
    `update second_factor_requests set used_at = now(), tries = 0
      where hash = $1 and used_at is null and expires_at > now() returning 1`,
    [hash],
  )
  return used.length === 1
}

async function limitCodes(db: Queries, userId: string): Promise<void> {
  const [counted] = await db.run<{ tries: number; seconds: number }>(
    `select coalesce(sum(tries), 0)::int as tries,
            coalesce(ceil(extract(epoch from min(created_at) + interval '1 hour' - now())), 0)::int as seconds
       from second_factor_requests where user_id = $1 and tries > 0 and created_at > now() - interval '1 hour'`,
    [userId],
  )
  if (counted!.tries >= maxCodesAnHour) reject('rate_limited', { seconds: Math.max(1, counted!.seconds) })
}
