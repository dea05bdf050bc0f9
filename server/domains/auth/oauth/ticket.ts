import { sql } from '../../../database/sql.ts'
import type { Context } from '../../../operations/context.ts'
import { randomSecret } from '../../../platform/ids.ts'
import type { Account } from '../accounts/account.ts'
import { hashSecret } from '../accounts/email-tokens.ts'
import type { ProviderId } from '../../../operations/sign-in-provider.ts'

/**
 * Cookie with the secret that binds a sign-in ticket to its browser. The ticket alone is visible in a URL. Without the
 * secret, an attacker could sign a victim in to the attacker's account and read what the victim enters there.
 */
const cookie = 'oauth-ticket'
const seconds = 60

export async function createTicket(ctx: Context, { id }: Account, method: ProviderId): Promise<string> {
  const [ticket, browser] = [randomSecret(), randomSecret()]
  await ctx.db.run(
    sql`insert into sign_in_tickets (hash, browser_hash, user_id, method, expires_at)
     values (${hashSecret(ticket)}, ${hashSecret(browser)}, ${id}, ${method}, now() + ${seconds} * interval '1 second')`,
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
    sql`delete from sign_in_tickets where hash = ${hashSecret(ticket)} and browser_hash = ${hashSecret(browser)} and expires_at > now()
     returning user_id, method`,
  )
  if (redeemed) ctx.afterCommit(() => ctx.request.cookies.clear(cookie))
  return redeemed
}
