import { sql } from '../../../database/sql.ts'
import { appLink } from '../../../email/app-link.ts'
import { addressProved } from '../../../email/notices.ts'
import { notify } from '../../../email/queue-email.ts'
import type { Context } from '../../../operations/context.ts'
import { revokeAll } from '../credentials/revoke-credentials.ts'
import { clearSecondFactor } from '../second-factor/second-factor.ts'
import { type Account, findAccount } from './account.ts'
import { endSessions } from './login-session.ts'
import { recordOwn } from '../../../operations/record-own.ts'
import { isAdminAddress } from './registration.ts'

/**
 * Marks the email address as verified by a user who received our email there, and returns the updated account. If it
 * was unverified, an attacker may have created the account in advance (pre-hijacking). So all existing sign-in methods,
 * logins and credentials stop working.
 */
export async function proveAddress(ctx: Context, account: Account): Promise<Account> {
  if (account.email_verified_at) return account
  await endSessions(ctx, account)
  await ctx.db.run(sql`update users set password_hash = null where id = ${account.id}`)
  await ctx.db.run(sql`delete from passkeys where user_id = ${account.id}`)
  await clearSecondFactor(ctx.db, account.id)
  // Keeps the identity of the external backend: its password was replaced when the proof arrived there.
  await ctx.db.run(sql`delete from identities where user_id = ${account.id} and provider <> 'backend'`)
  await revokeAll(ctx, account)
  const settings = appLink(ctx.app.config, '/settings/sign-in')
  await notify(ctx, account.email, (context) => addressProved({ ...context, settings }))
  return markVerified(ctx, account)
}

/**
 * Marks the email address as verified and keeps everything in the account: the user was signed in when verifying it.
 */
export async function markVerified(ctx: Context, account: Account, isChanged = false): Promise<Account> {
  await ctx.db.run(
    sql`update users set email_verified_at = now(), version = version + 1, updated_at = now(),
            role = case when ${isAdminAddress(ctx.app.config, account.email)} then 'admin' else role end
      where id = ${account.id}`,
  )
  const subject = { kind: 'user', id: account.id, key: account.username }
  recordOwn(ctx, account, 'user.verified', subject, isChanged ? { moved: true } : undefined)
  return (await findAccount(ctx.db, account))!
}
