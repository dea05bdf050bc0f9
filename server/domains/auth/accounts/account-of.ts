import { sql } from '../../../database/sql.ts'
import type { Context } from '../../../operations/context.ts'
import { reject } from '../../../errors/errors.ts'
import { type Account, findAccount } from './account.ts'
import type { Identity, Login } from '../../../operations/auth-backend.ts'
import { createAccount } from './create-account.ts'
import { connectIdentity, providerName } from './identity.ts'
import { markVerified, proveAddress } from './prove-address.ts'
import { recordOwn } from '../../../operations/record-own.ts'

/** Returns the account for a correct password. Adopts an email verification from the external backend. */
export async function accountByPassword(ctx: Context, login: Login): Promise<Account> {
  const account = await findOrCreateAccount(ctx, login)
  const isNewlyVerified = 'identity' in login && !account.email_verified_at && provesAddress(login, account)
  return isNewlyVerified ? markVerified(ctx, account) : account
}

/** Returns the account of a user who proved the email address, to Baton or to the external backend. */
export async function accountByAddress(ctx: Context, login: Login): Promise<Account> {
  const account = await findOrCreateAccount(ctx, login)
  return provesAddress(login, account) ? proveAddress(ctx, account) : account
}

/** Returns the account of an authenticated user. Creates one at the first login of a user of the external backend. */
async function findOrCreateAccount(ctx: Context, login: Login): Promise<Account> {
  if ('identity' in login) return accountOfIdentity(ctx, login.identity)
  return (await findAccount(ctx.db, { id: login.userId })) ?? reject('wrong_login')
}

/** Ignores a proof for another address: a user can change their email at the other server without changing it here. */
function provesAddress(login: Login, account: Account): boolean {
  if ('userId' in login) return true
  const { email, emailVerified } = login.identity
  return emailVerified && email?.toLowerCase() === account.email.toLowerCase()
}

/**
 * Returns the account that an identity of another server signs in to. A new identity is linked to the account with its
 * email address if both sides have verified that address. Without such an account, it creates one.
 *
 * Rejects an unverified address: an attacker could type it into a form there and take over the account here. The
 * external backend is trusted like our own email: its verification alone is enough.
 */
export async function accountOfIdentity(ctx: Context, identity: Identity): Promise<Account> {
  const linked = await findLinkedAccount(ctx, identity)
  if (linked) return linked

  const { provider, email } = identity
  if (!email || !identity.emailVerified) reject('address_unverified', { provider: providerName(provider) })
  const account = await findAccount(ctx.db, { email })
  const name = identity.name ?? email.split('@')[0]!
  if (!account) return createAccount(ctx, { email, name, verified: true, identity })
  const target = provider === 'backend' ? await proveAddress(ctx, account) : account
  if (!target.email_verified_at) reject('address_in_use', { provider: providerName(provider) })
  await connectIdentity(ctx, target, identity)
  return target
}

/** Returns the account that the identity is linked to, even if its email address has changed. */
async function findLinkedAccount(ctx: Context, identity: Identity): Promise<Account | undefined> {
  const [linked] = await ctx.db.run<{ id: string; user_id: string; renamed: boolean }>(
    sql`update identities i set last_used_at = now(), email = ${identity.email}, name = ${identity.name} from identities before
      where i.issuer = ${identity.issuer} and i.subject = ${identity.subject} and before.id = i.id
     returning i.id, i.user_id, (before.email, before.name) is distinct from (i.email, i.name) as renamed`,
  )
  if (!linked) return undefined
  const account = (await findAccount(ctx.db, { id: linked.user_id }))!
  const subject = { kind: 'identity', id: linked.id, key: identity.provider }
  if (linked.renamed) recordOwn(ctx, account, 'identity.updated', subject)
  return account
}
