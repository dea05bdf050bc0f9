import type { Context } from '../../operations/context.ts'
import { randomSecret } from '../../platform/ids.ts'
import type { Account } from '../accounts/account.ts'
import { hashSecret } from '../accounts/email-tokens.ts'
import type { ProviderId } from './provider.ts'

/**
 * Cookie with the secret that binds a sign-in ticket to its browser. The ticket alone is visible in a URL. Without the
 * secret, an attacker could sign a victim in to the attacker's account and read what the victim enters there.
 */
const cookie = 'oauth-ticket'
const seconds = 60

export async function createTicket(ctx: Context, { id }: Account, method: ProviderId): Promise<string> {
  const [ticket, browser] = [randomSecret(), randomSecret()]
  await ctx.db.run(
    `insert into sign_in_tickets (hash, browser_hash, user_id, method, expires_at)
     values ($1, $2, $3, $4, now() + $5 * interval '1 second')`,
    [hashSecret(ticket), hashSecret(browser), id, method, seconds],
  )
  ctx.afterCommit(() => ctx.request.cookies.set(cookie, browser, seconds))
  return ticket
}

/** Redeems a ticket. Only one of several concurrent calls succeeds. */
export async function consumeTicket(
  ctx: Context,
  ticket: string,
): Promise<{ user_id: string; method: ProviderId } | undefined> {
  const browser = ctx.request.cookies.get(cookie)
  if (browser === undefined) return undefined
  const [redeemed] = await ctx.db.run<{ user_id: string; method: ProviderId }>(
    `delete from sign_in_tickets where hash = $1 and browser_hash = $2 and expires_at > now()
     returning user_id, method`,
    [hashSecret(ticket), hashSecret(browser)],
  )
  if (redeemed) ctx.afterCommit(() => ctx.request.cookies.clear(cookie))
  return redeemed
}
