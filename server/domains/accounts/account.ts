import type { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import type { CallingOrganization, CallingUser } from '../../operations/caller.ts'
import type { Context } from '../../operations/context.ts'
import { refuse } from '../../operations/errors.ts'
import { type SignInMethod, startSession } from './login-session.ts'
import { type SignedInAnswer, publicOrganization, publicUser } from './user.ts'

/** An account as signing in needs it. */
export interface Account extends CallingUser {
  password_hash: string | null
  suspended_at: string | null
  email_verified_at: string | null
  organization: CallingOrganization | null
}

/** The last step of every way to sign in. */
export async function signIn(
  ctx: Context,
  account: Account,
  method: SignInMethod,
): Promise<z.output<typeof SignedInAnswer>> {
  if (account.suspended_at) refuse('suspended')
  const { organization } = account
  return {
    ...(await startSession(ctx, account, method)),
    user: publicUser(account),
    organization: organization && publicOrganization(organization),
  }
}

export async function findAccount(
  db: Queries,
  by: { id: string } | { email: string },
): Promise<Account | undefined> {
  const [account] = await db.run<Account>(
    `select u.id, u.email, u.username, u.name, u.role, u.password_hash, u.suspended_at, u.email_verified_at,
            case when o.id is not null then jsonb_build_object(
              'id', o.id, 'slug', o.slug, 'name', o.name, 'role', m.role, 'sandbox', false) end as organization
       from users u
       left join memberships m on m.user_id = u.id and m.organization_id = u.last_organization_id
       left join organizations o on o.id = m.organization_id
      where ${'id' in by ? 'u.id = $1' : 'lower(u.email) = lower($1)'}`,
    ['id' in by ? by.id : by.email],
  )
  return account
}
