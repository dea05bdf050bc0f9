import { databaseNow } from '../../database/clock.ts'
import type { Queries } from '../../database/connect.ts'
import type { App } from '../../operations/context.ts'
import { matchTotp } from './totp.ts'

/* The authenticator app of an account, as it is stored: sealed under SECRET_KEY, for this account alone. */

const setupMinutes = 30

/** Stores a secret that counts once a code has confirmed it. A new one replaces the one before. */
export async function storeSetup(
  { secrets }: App,
  db: Queries,
  userId: string,
  secret: Buffer,
): Promise<void> {
  await db.run(
    `insert into totp_setups (user_id, secret, expires_at) values ($1, $2, now() + $3 * interval '1 minute')
     on conflict (user_id) do update set secret = excluded.secret, expires_at = excluded.expires_at`,
    [userId, secrets.encrypt(purpose(userId), secret.toString('hex')), setupMinutes],
  )
}

/** Makes the secret that waits the account's own, if the code is one of its codes. */
export async function confirmSetup(app: App, db: Queries, userId: string, code: string): Promise<boolean> {
  const [waiting] = await db.run<{ secret: Buffer }>(
    'select secret from totp_setups where user_id = $1 and expires_at > now() for update',
    [userId],
  )
  const step = waiting && matchTotp(unseal(app, userId, waiting.secret), code, databaseNow())
  if (!waiting || step === undefined) return false
  await db.run(
    `insert into totp_secrets (user_id, secret, last_step) values ($1, $2, $3)
     on conflict (user_id) do update
        set secret = excluded.secret, last_step = excluded.last_step, created_at = now()`,
    [userId, waiting.secret, step],
  )
  await db.run('delete from totp_setups where user_id = $1', [userId])
  return true
}

/** Uses a code up. Of many requests with the same code, one succeeds; so does no code that is older than the last. */
export async function redeemTotp(app: App, userId: string, code: string): Promise<boolean> {
  const [known] = await app.database.run<{ secret: Buffer }>(
    'select secret from totp_secrets where user_id = $1',
    [userId],
  )
  const step = known && matchTotp(unseal(app, userId, known.secret), code, databaseNow())
  if (step === undefined) return false
  const used = await app.database.run(
    'update totp_secrets set last_step = $2 where user_id = $1 and last_step < $2 returning 1',
    [userId, step],
  )
  return used.length === 1
}

function unseal({ secrets }: App, userId: string, sealed: Buffer): Buffer {
  return Buffer.from(secrets.decrypt(purpose(userId), Buffer.from(sealed)), 'hex')
}

function purpose(userId: string): string {
  return `totp ${userId}`
}
