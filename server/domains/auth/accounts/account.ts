import type { z } from 'zod'
import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import type { CallingOrganization, CallingUser } from '../../../operations/caller.ts'
import type { Context } from '../../../operations/context.ts'
import { reject } from '../../../errors/errors.ts'
import { findRememberedDevice, noteUse } from '../remembered-devices/remembered-device.ts'
import { requestSecondFactor } from '../second-factor/request.ts'
import { requireOffered } from './offered-methods.ts'
import { type NewSession, startSession } from './login-session.ts'
import { type SignInResponse, type SignedInResponse, publicOrganization, publicUser } from './user.ts'

/** The account fields that signing in needs. */
export interface Account extends CallingUser {
  password_hash: string | null
  suspended_at: string | null
  email_verified_at: string | null
  second_factor_since: string | null
  organization: CallingOrganization | null
}

/**
 * Completes every sign-in method once the first factor is correct. Requests the second factor if the account has one
 * and the browser is not remembered. No login exists until that is done.
 */
export async function signIn(
  ctx: Context,
  account: Account,
  firstFactor: Pick<NewSession, 'method' | 'signedInAt'>,
): Promise<z.output<typeof SignInResponse>> {
  requireOffered(ctx.app, firstFactor.method)
  if (account.suspended_at) reject('suspended')
  if (!(await hasSecondFactor(ctx.db, account.id)))
    return withoutId(await openLogin(ctx, account, firstFactor))
  const device = await findRememberedDevice(ctx, account.id)
  if (device === undefined) return requestSecondFactor(ctx, account, firstFactor)
  const login = await openLogin(ctx, account, { ...firstFactor, secondFactor: 'remembered_device' })
  await noteUse(ctx, device, login.loginId)
  return withoutId(login)
}

/** Signs in without a further check: after both factors, or with a method that counts as both. */
export async function signInFully(
  ctx: Context,
  account: Account,
  session: NewSession,
): Promise<z.output<typeof SignedInResponse>> {
  return withoutId(await openLogin(ctx, account, session))
}

export async function openLogin(ctx: Context, account: Account, session: NewSession) {
  if (account.suspended_at) reject('suspended')
  const { organization } = account
  return {
    ...(await startSession(ctx, account, session)),
    user: publicUser(account),
    organization: organization && publicOrganization(organization),
  }
}

/**
 * Returns whether the account has a second factor. The lock waits for a concurrent request that turns it on. That
 * request ends all existing logins and must not miss this one.
 */
async function hasSecondFactor(db: Queries, userId: string): Promise<boolean> {
  const [user] = await db.run<{ has: boolean }>(
    sql`select second_factor_since is not null as has from users where id = ${userId} for share`,
  )
  return user?.has ?? false
}

function withoutId<Login extends { loginId: string }>({ loginId: _, ...response }: Login) {
  return response
}

export async function findAccount(
  db: Queries,
  by: { id: string } | { email: string },
): Promise<Account | undefined> {
  const [account] = await db.run<Account>(
    sql`select u.id, u.email, u.username, u.name, u.role, u.password_hash, u.suspended_at, u.email_verified_at, u.second_factor_since,
            case when o.id is not null then jsonb_build_object(
              'id', o.id, 'slug', o.slug, 'name', o.name, 'role', m.role, 'sandbox', false) end as organization
       from users u
       left join memberships m on m.user_id = u.id and m.organization_id = u.last_organization_id
       left join organizations o on o.id = m.organization_id
      where ${'id' in by ? sql`u.id = ${by.id}` : sql`lower(u.email) = lower(${by.email})`}`,
  )
  return account
}
