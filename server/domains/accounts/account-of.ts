import type { Context } from '../../operations/context.ts'
import { reject } from '../../operations/errors.ts'
import { type Account, findAccount } from './account.ts'
import type { Identity, Login } from './backend/auth-backend.ts'
import { createAccount } from './create-account.ts'
import { connectIdentity, providerName } from './identity.ts'
import { markVerified, proveAddress } from './prove-address.ts'
import { recordOwn } from './record-own.ts'

/** The account of whoever knows its password. What the external backend has verified since then is verified. */
export async function accountByPassword(ctx: Context, login: Login): Promise<Account> {
  const account = await accountOf(ctx, login)
  const isNews = 'identity' in login && !account.email_verified_at && isProof(login, account)
  return isNews ? markVerified(ctx, account) : account
}

/** The account of whoever has shown, to us or to the external backend, that its address is theirs. */
export async function accountByAddress(ctx: Context, login: Login): Promise<Account> {
  const account = await accountOf(ctx, login)
  return isProof(login, account) ? proveAddress(ctx, account) : account
}

/** The account of whoever has proved who they are. A user of the external backend gets one with their first login. */
async function accountOf(ctx: Context, login: Login): Promise<Account> {
  if ('identity' in login) return accountOfIdentity(ctx, login.identity)
  return (await findAccount(ctx.db, { id: login.userId })) ?? reject('wrong_login')
}

/** At another server somebody may have changed their address: what is proved there says nothing about the one here. */
function isProof(login: Login, account: Account): boolean {
  if ('userId' in login) return true
  const { email, emailVerified } = login.identity
  return emailVerified && email?.toLowerCase() === account.email.toLowerCase()
}

/**
 * The account that an identity of another server opens. One that is new to us opens the account with its address if
 * both sides have verified that address, and else an account of its own. An address that nobody has verified opens
 * nothing: whoever can write it into a form there would take the account over here. The external backend decides for us
 * whose an address is: one that only it has verified opens the account as a mail of ours would.
 */
export async function accountOfIdentity(ctx: Context, identity: Identity): Promise<Account> {
  const known = await knownAccount(ctx, identity)
  if (known) return known

  const { provider, email } = identity
  if (!email || !identity.emailVerified) reject('address_unverified', { provider: providerName(provider) })
  const account = await findAccount(ctx.db, { email })
  const name = identity.name ?? email.split('@')[0]!
  if (!account) return createAccount(ctx, { email, name, verified: true, identity })
  const owned = provider === 'backend' ? await proveAddress(ctx, account) : account
  if (!owned.email_verified_at) reject('address_in_use', { provider: providerName(provider) })
  await connectIdentity(ctx, owned, identity)
  return owned
}

/** The account that the identity opens already, whatever address it has by now. */
async function knownAccount(ctx: Context, identity: Identity): Promise<Account | undefined> {
  const [known] = await ctx.db.run<{ id: string; user_id: string; renamed: boolean }>(
    `update identities i set last_used_at = now(), email = $3, name = $4 from identities before
      where i.issuer = $1 and i.subject = $2 and before.id = i.id
     returning i.id, i.user_id, (before.email, before.name) is distinct from (i.email, i.name) as renamed`,
    [identity.issuer, identity.subject, identity.email, identity.name],
  )
  if (!known) return undefined
  const account = (await findAccount(ctx.db, { id: known.user_id }))!
  const subject = { kind: 'identity', id: known.id, key: identity.provider }
  if (known.renamed) recordOwn(ctx, account, 'identity.updated', subject)
  return account
}
