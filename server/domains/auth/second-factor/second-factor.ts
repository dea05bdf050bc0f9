import { z } from 'zod'
import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import { appLink } from '../../../email/app-link.ts'
import { notify } from '../../../email/queue-email.ts'
import { type SecondFactorChange, secondFactorChanged } from '../../../email/second-factor-notices.ts'
import type { SignedIn } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { endSessions } from '../accounts/login-session.ts'
import { type Person, callingPerson, recordOwn } from '../../../operations/record-own.ts'
import { forgetDevices } from '../remembered-devices/remembered-device.ts'
import { codesLeft, replaceCodes } from './recovery-codes.ts'

/** The second factor of an account as the API returns it. */
export const SecondFactor = z
  .object({
    enabled: z.boolean().describe('Whether a sign-in needs the second factor.'),
    since: z.iso.datetime().nullable(),
    totp: z.object({ addedAt: z.iso.datetime() }).nullable().describe('Authenticator app, if one is set up.'),
    passkeys: z.int().describe('Number of passkeys that can serve as the second factor.'),
    recoveryCodesLeft: z.int(),
    requiredBy: z
      .string()
      .nullable()
      .describe('Instance or organization that requires a second factor. If set, you cannot turn it off.'),
  })
  .meta({ id: 'SecondFactor' })

export const recoveryCodes = z
  .array(z.string())
  .nullable()
  .describe('Ten recovery codes that work once each, shown only now. Null if your existing codes stay valid.')

export interface SecondFactorRow {
  since: string | null
  totp_added_at: string | null
  passkeys: number
}

/** Locks an account against concurrent changes of its second factor and returns the second factor. */
export async function lockSecondFactor(db: Queries, userId: string): Promise<SecondFactorRow> {
  await db.run(sql`select 1 from users where id = ${userId} for no key update`)
  return readSecondFactor(db, userId)
}

export async function readSecondFactor(db: Queries, userId: string): Promise<SecondFactorRow> {
  const [row] = await db.run<SecondFactorRow>(
    sql`select u.second_factor_since as since, t.created_at as totp_added_at,
            (select count(*)::int from passkeys p where p.user_id = u.id) as passkeys
       from users u left join totp_secrets t on t.user_id = u.id where u.id = ${userId}`,
  )
  return row!
}

export async function showSecondFactor(
  db: Queries,
  userId: string,
  requiredBy: string | null,
): Promise<z.output<typeof SecondFactor>> {
  const { since, totp_added_at: addedAt, passkeys } = await readSecondFactor(db, userId)
  return {
    enabled: since !== null,
    since,
    totp: addedAt === null ? null : { addedAt },
    passkeys,
    recoveryCodesLeft: await codesLeft(db, userId),
    requiredBy,
  }
}

/**
 * Turns the second factor on. Signs out every other device, so that every login session of the account has passed it.
 * Returns the recovery codes, or null if it was already on and only the method changed.
 */
export async function turnOn(
  ctx: Context & SignedIn,
  before: SecondFactorRow,
  method: 'totp' | 'passkey',
): Promise<string[] | null> {
  const { db, app, user, caller } = ctx
  if (before.since) {
    await forgetDevices(ctx, callingPerson(ctx))
    await recordChange(ctx, callingPerson(ctx), user.email, 'updated', { method })
    return null
  }
  await db.run(sql`update users set second_factor_since = now() where id = ${user.id}`)
  await db.run(sql`update login_sessions set second_factor_at = now() where id = ${caller.credentialId}`)
  await endSessions(ctx, callingPerson(ctx), { except: caller.credentialId })
  await recordChange(ctx, callingPerson(ctx), user.email, 'enabled', { method })
  return replaceCodes(app, db, user.id)
}

/** Turns the second factor off and deletes its data. Passkeys stay as a sign-in method. */
export async function turnOff(
  ctx: Context,
  person: Person & { email: string },
  change: 'disabled' | 'reset',
  reason?: string,
): Promise<void> {
  await clearSecondFactor(ctx.db, person.id)
  await forgetDevices(ctx, person)
  await recordChange(ctx, person, person.email, change, reason ? { reason } : undefined)
}

/** Deletes all second-factor data without a notice, for an account that someone else set up with this address. */
export async function clearSecondFactor(db: Queries, userId: string): Promise<void> {
  await db.run(sql`update users set second_factor_since = null where id = ${userId}`)
  for (const table of ['totp_secrets', 'totp_setups', 'recovery_codes', 'second_factor_requests'])
    await db.run(sql`delete from ${sql.raw(table)} where user_id = ${userId}`)
}

/** Records a change in the journal and notifies the user by email. */
export async function recordChange(
  ctx: Context,
  person: Person,
  email: string,
  change: SecondFactorChange,
  data?: Record<string, unknown>,
): Promise<void> {
  recordOwn(ctx, person, `second_factor.${change}`, { kind: 'second_factor', id: person.id }, data)
  const settings = appLink(ctx.app.config, '/settings/sign-in')
  await notify(ctx, email, (notice) => secondFactorChanged({ ...notice, settings, change }))
}
