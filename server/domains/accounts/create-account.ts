import { databaseTime } from '../../database/clock.ts'
import type { CallingOrganization, CallingUser, Named } from '../../operations/caller.ts'
import type { Context } from '../../operations/context.ts'
import { reject } from '../../operations/errors.ts'
import { newId } from '../../platform/ids.ts'
import { foundOrganization } from '../organizations/found-organization.ts'
import type { Account } from './account.ts'
import type { Identity } from './backend/auth-backend.ts'
import { addIdentity } from './identity.ts'
import { recordOwn } from './record-own.ts'
import { isAdminAddress, isUnclaimed, requireAdmission } from './registration.ts'
import { requireSetupLink } from './setup-link.ts'
import { usernamesFor } from './username.ts'

type InstanceRole = CallingUser['role']

export interface NewAccount {
  email: string
  name: string
  passwordHash?: string | null
  /** Whether somebody we trust has seen that the address is theirs. */
  verified: boolean
  identity?: Identity | null
  organization?: string | undefined
  /** The secret of the setup link, from the person who creates the administrator's account. */
  setup?: string | undefined
  /** Brings them into an organization that has invited them, in place of one of their own. */
  joins?: ((user: Named & { username: string }) => Promise<CallingOrganization>) | undefined
}

/** An account and an organization of its own, however somebody came: by registering, or from another server. */
export async function createAccount(ctx: Context, newcomer: NewAccount): Promise<Account> {
  const role = await roleOfNewcomer(ctx, newcomer)
  const invited = newcomer.joins !== undefined
  await requireAdmission(ctx.app.config, ctx.db, { email: newcomer.email, invited })
  const user = await insertUser(ctx, newcomer, role)
  const organization = newcomer.joins
    ? await newcomer.joins(user)
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
      `insert into users (id, email, username, name, password_hash, role, email_verified_at)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning id`,
      [id, email, username, name, passwordHash, role, verifiedAt],
    )
    if (user)
      return {
        ...{ id, email, username, name, role },
        ...{ password_hash: passwordHash, suspended_at: null, email_verified_at: verifiedAt },
        second_factor_since: null,
      }
    const [taken] = await ctx.db.run('select 1 from users where lower(email) = lower($1)', [email])
    if (taken) reject('already_taken', { field: 'e-mail address', value: email })
  }
  throw new Error('No username was free.')
}

/**
 * On an empty instance the first account administers it, unless ADMIN_EMAIL names who does: then whoever has proved
 * that this address is theirs, since anybody can write it into a form.
 */
async function roleOfNewcomer(ctx: Context, { email, verified, setup }: NewAccount): Promise<InstanceRole> {
  const { config } = ctx.app
  if (config.ADMIN_EMAIL) return verified && isAdminAddress(config, email) ? 'admin' : 'user'
  // Of two first accounts at the same moment, one waits here for the other.
  await ctx.db.run('select pg_advisory_xact_lock(7264829002)')
  if (!(await isUnclaimed(config, ctx.db))) return 'user'
  await requireSetupLink(ctx.app, ctx.db, ctx.request, setup)
  return 'admin'
}
