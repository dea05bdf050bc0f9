import type { Context } from '../../operations/context.ts'
import { refuse } from '../../operations/errors.ts'
import { type Account, findAccount } from './account.ts'
import type { Identity, Login } from './backend/auth-backend.ts'
import { createAccount } from './create-account.ts'
import { addIdentity, providerName } from './identity.ts'

/** The account of whoever has proved who they are. A user of the external backend gets one with their first login. */
export async function accountOf(ctx: Context, login: Login): Promise<Account> {
  if ('identity' in login) return accountOfIdentity(ctx, login.identity)
  return (await findAccount(ctx.db, { id: login.userId })) ?? refuse('wrong_login')
}

/**
 * The account that an identity of another server opens. One that is new to us opens the account with its address if
 * both sides have verified that address, and else an account of its own. An address that nobody has verified opens
 * nothing: whoever can write it into a form there would take the account over here.
 */
export async function accountOfIdentity(ctx: Context, identity: Identity): Promise<Account> {
  const [known] = await ctx.db.run<{ user_id: string }>(
    `update identities set last_used_at = now(), email = $3, name = $4
      where issuer = $1 and subject = $2 returning user_id`,
    [identity.issuer, identity.subject, identity.email, identity.name],
  )
  if (known) return (await findAccount(ctx.db, { id: known.user_id }))!

  const { provider, email } = identity
  if (!email || !identity.emailVerified) refuse('address_unverified', { provider: providerName(provider) })
  const account = await findAccount(ctx.db, { email })
  if (!account) return createAccount(ctx, { email, name: identity.name ?? email, verified: true, identity })
  if (!account.email_verified_at) refuse('address_in_use', { provider: providerName(provider) })
  await addIdentity(ctx, account, identity)
  return account
}
