import { databaseNow } from '../../../database/clock.ts'
import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import type { App } from '../../../operations/context.ts'
import { matchTotp } from './totp.ts'

/* Storage of TOTP secrets, encrypted with SECRET_KEY and bound to the account. */

const setupMinutes = 30

/** Stores an unconfirmed secret, which replaces an earlier one. */
export async function storeSetup(
  { secrets }: App,
  db: Queries,
  userId: string,
  secret: Buffer,
): Promise<void> {
  await db.run(
    sql`insert into totp_setups (user_id, secret, expires_at) values (${userId}, ${secrets.encrypt(purpose(userId), secret.toString('hex'))}, now() + ${setupMinutes} * interval '1 minute')
     on conflict (user_id) do update set secret = excluded.secret, expires_at = excluded.expires_at`,
  )
}

/** Activates the unconfirmed secret if the code matches it. */
export async function confirmSetup(app: App, db: Queries, userId: string, code: string): Promise<boolean> {
  const [setup] = await db.run<{ secret: Buffer }>(
    sql`select secret from totp_setups where user_id = ${userId} and expires_at > now() for update`,
  )
  const step = setup && matchTotp(unseal(app, userId, setup.secret), code, databaseNow())
  if (!setup || step === undefined) return false
  await db.run(
    sql`insert into totp_secrets (user_id, secret, last_step) values (${userId}, ${setup.secret}, ${step})
     on conflict (user_id) do update
        set secret = excluded.secret, last_step = excluded.last_step, created_at = now()`,
  )
  await db.run(sql`delete from totp_setups where user_id = ${userId}`)
  return true
}

/** Redeems a code. Each code works once, also under concurrent requests, and codes older than the last are rejected. */
export async function redeemTotp(app: App, userId: string, code: string): Promise<boolean> {
  const [stored] = await app.database.run<{ secret: Buffer }>(
    sql`select secret from totp_secrets where user_id = ${userId}`,
  )
  const step = stored && matchTotp(unseal(app, userId, stored.secret), code, databaseNow())
  if (step === undefined) return false
  const used = await app.database.run(
    sql`update totp_secrets set last_step = ${step} where user_id = ${userId} and last_step < ${step} returning 1`,
  )
  return used.length === 1
}

function unseal({ secrets }: App, userId: string, sealed: Buffer): Buffer {
  return Buffer.from(secrets.decrypt(purpose(userId), Buffer.from(sealed)), 'hex')
}

function purpose(userId: string): string {
  return `totp ${userId}`
}
