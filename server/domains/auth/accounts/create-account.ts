import { databaseTime } from '../../../database/clock.ts'
import { sql } from '../../../database/sql.ts'
import type { Named } from '../../../database/actor.ts'
import type { CallingOrganization, CallingUser } from '../../../operations/caller.ts'
import type { Context } from '../../../operations/context.ts'
import { reject } from '../../../errors/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { foundOrganization } from '../../organizations/found-organization.ts'
import type { Account } from './account.ts'
import type { Identity } from '../../../operations/auth-backend.ts'
import { addIdentity } from './identity.ts'
import { recordOwn } from '../../../operations/record-own.ts'
import { isAdminAddress, isUnclaimed, requireAdmission, requireSetupLink } from './registration.ts'
import { usernamesFor } from './username.ts'

type InstanceRole = CallingUser['role']

export interface NewAccount {
  email: string
  name: string
  passwordHash?: string | null
  /** Whether Baton or a trusted server has verified the email address. */
  verified: boolean
  identity?: Identity | null
  organization?: string | undefined
  /** The secret of the setup link, from the person who creates the administrator's account. */
  setup?: string | undefined
  /** Joins the organization that invited the user. Without it, the user gets a new organization. */
  joinOrganization?: ((user: Named & { username: string }) => Promise<CallingOrganization>) | undefined
}

/** Creates an account with its own organization, for a registration or for a new identity of another server. */
export async function createAccount(ctx: Context, newcomer: NewAccount): Promise<Account> {
  const role = await chooseRole(ctx, newcomer)
  const invited = newcomer.joinOrganization !== undefined
  await requireAdmission(ctx.app.config, ctx.db, { email: newcomer.email, invited })
  const user = await insertUser(ctx, newcomer, role)
  const organization = newcomer.joinOrganization
    ? await newcomer.joinOrganization(user)
    : await foundOrganization(ctx, user, {
        name: newcomer.organization ?? `${newcomer.name}'s organization`,
      })
  const account = { ...user, organization }
  recordOwn(ctx, account, 'user.registered', { kind: 'user', id: user.id, key: user.username })
  if (newcomer.identity) await addIdentity(ctx, account, newcomer.identity)
  return account
}

async function insertUser(ctx: Context, newcomer: NewAccount, role: InstanceRole) {
  const { email, name, passwordHash = null } = newcomer
  const id = newId()
  const verifiedAt = newcomer.verified ? databaseTime() : null
  for (const username of usernamesFor(email)) {
    const [user] = await ctx.db.run<{ id: string }>(
      sql`insert into users (id, email, username, name, password_hash, role, email_verified_at)
       values (${id}, ${email}, ${username}, ${name}, ${passwordHash}, ${role}, ${verifiedAt}) on conflict do nothing returning id`,
    )
    if (user)
      return {
        id,
        email,
        username,
        name,
        role,
        password_hash: passwordHash,
        suspended_at: null,
        email_verified_at: verifiedAt,
        second_factor_since: null,
      }
    const [existing] = await ctx.db.run(sql`select 1 from users where lower(email) = lower(${email})`)
    if (existing) reject('already_taken', { field: 'email address', value: email })
  }
  throw new Error('No free username found.')
}

/**
 * Returns the role of a new account. The first account of an instance becomes its administrator, unless ADMIN_EMAIL is
 * set. Then the account with that address does, but only once it is verified: anyone can type the address into a form.
 */
async function chooseRole(ctx: Context, { email, verified, setup }: NewAccount): Promise<InstanceRole> {
  const { config } = ctx.app
  if (config.ADMIN_EMAIL) return verified && isAdminAddress(config, email) ? 'admin' : 'user'
  // Serializes concurrent registrations of the first account.
  await ctx.db.run(sql`select pg_advisory_xact_lock(7264829002)`)
  if (!(await isUnclaimed(config, ctx.db))) return 'user'
  await requireSetupLink(ctx.app, ctx.db, ctx.request, setup)
  return 'admin'
}
