import { sql } from '../database/sql.ts'
import type { Caller } from './caller.ts'
import type { App, RequestFacts } from './context.ts'
import { rejectOverLimit } from '../errors/errors.ts'
import type { Operation } from './operation.ts'

/**
 * Limits guesses at passwords and codes per network and per account. Attempts from a network where the owner has signed
 * in before have their own counter, so that an attacker can't lock the owner out.
 */
export async function limitGuesses(
  app: App,
  { limit }: Operation,
  caller: Caller,
  input: never,
  { network }: RequestFacts,
): Promise<void> {
  if (!limit) return
  const account = limit === 'network' ? undefined : limit.account(input, caller)?.trim().toLowerCase()
  if (limit !== 'network' && account === undefined) return
  await count(app, `guess network ${network}`)
  if (account !== undefined) await limitAccount(app, account, network)
}

/** Counts a guess at the account with this email address, for operations that find the account in the database. */
export async function limitAccount(app: App, email: string, network: string): Promise<void> {
  const account = email.toLowerCase()
  await count(
    app,
    `guess account ${account}${(await isKnownNetwork(app, account, network)) ? ` from ${network}` : ''}`,
  )
}

async function count({ rateLimits, settings }: App, key: string): Promise<void> {
  rejectOverLimit(await rateLimits.countExactly(key, settings.get('limits.sign_in')))
}

async function isKnownNetwork({ database }: App, account: string, network: string): Promise<boolean> {
  const found = await database.run(
    sql`select 1 from users u join login_sessions s on s.user_id = u.id
      where lower(u.email) = ${account} and s.network = ${network} and s.impersonator_id is null limit 1`,
  )
  return found.length === 1
}
