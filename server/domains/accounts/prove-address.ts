import { appLink } from '../../email/app-link.ts'
import { addressProved } from '../../email/notices.ts'
import { notify } from '../../email/notify.ts'
import type { Context } from '../../operations/context.ts'
import { revokeAll } from '../credentials/revoke-all.ts'
import { clearSecondFactor } from '../second-factor/second-factor.ts'
import { type Account, findAccount } from './account.ts'
import { endSessions } from './login-session.ts'
import { recordOwn } from './record-own.ts'
import { isAdminAddress } from './registration.ts'

/**
 * Whoever received a mail of ours has proved that the address is theirs. If nobody had before, the account may have been
 * made by somebody else, in the hope that its owner would come one day: what was set up until now stops working.
 * Answers the account as it is then.
 */
export async function proveAddress(ctx: Context, account: Account): Promise<Account> {
  if (account.email_verified_at) return account
  await endSessions(ctx, account)
  await ctx.db.run('update users set password_hash = null where id = $1', [account.id])
  await ctx.db.run('delete from passkeys where user_id = $1', [account.id])
  await clearSecondFactor(ctx.db, account.id)
  // The external backend has seen the proof itself and has taken the password away: its own entry stays.
  await ctx.db.run(`delete from identities where user_id = $1 and provider <> 'backend'`, [account.id])
  await revokeAll(ctx, account)
  const settings = appLink(ctx.app.config, '/settings/sign-in')
  await notify(ctx, account.email, (happened) => addressProved({ ...happened, settings }))
  return markVerified(ctx, account)
}

/** The address is theirs, and so is everything in the account: they were signed in when they proved it. */
export async function markVerified(ctx: Context, account: Account, moved = false): Promise<Account> {
  await ctx.db.run(
    `update users set email_verified_at = now(), version = version + 1, updated_at = now(),
            role = case when $2 then 'admin' else role end
      where id = $1`,
    [account.id, isAdminAddress(ctx.app.config, account.email)],
  )
  const subject = { kind: 'user', id: account.id, key: account.username }
  recordOwn(ctx, account, 'user.verified', subject, moved ? { moved } : undefined)
  return (await findAccount(ctx.db, account))!
}
