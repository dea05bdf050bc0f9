import { sql } from '../../../database/sql.ts'
import type { Context } from '../../../operations/context.ts'
import { reject } from '../../../errors/errors.ts'
import { findAccount } from '../accounts/account.ts'
import type { Identity } from '../../../operations/auth-backend.ts'
import { connectIdentity } from '../accounts/identity.ts'
import type { Flow } from '../../../operations/sign-in-provider.ts'

/** Connects an identity to an account. Requires that the login session that started the flow is still active. */
export async function connectWhileSignedIn(
  ctx: Context,
  identity: Identity,
  { userId, loginId }: NonNullable<Flow['person']>,
): Promise<void> {
  const [login] = await ctx.db.run<{ user_id: string }>(
    sql`select user_id from login_sessions
      where id = ${loginId} and user_id = ${userId} and revoked_at is null and expires_at > now() for share`,
  )
  if (!login) reject('sign_in_again')
  const account = (await findAccount(ctx.db, { id: login.user_id }))!
  if (account.suspended_at) reject('suspended')
  const [connected] = await ctx.db.run(
    sql`select 1 from identities where issuer = ${identity.issuer} and subject = ${identity.subject} and user_id = ${userId}`,
  )
  if (!connected) await connectIdentity(ctx, account, identity)
}
