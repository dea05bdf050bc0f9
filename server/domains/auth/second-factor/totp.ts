import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { databaseNow } from '../../../database/clock.ts'
import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import type { App } from '../../../operations/context.ts'

/* Time-based one-time passwords (RFC 6238) with SHA-1, six digits and 30 seconds, which every app supports. */

const seconds = 30
const digits = 6
// RFC 6238, section 5.2: accepts one step of drift, for inaccurate clocks and slow typing.
const allowedDrift = 1

// RFC 4226, section 4, requires at least 128 bits and recommends 160.
export function newTotpSecret(): Buffer {
  return randomBytes(20)
}

/** Returns the time step that the code belongs to, or undefined. Compares all allowed steps in constant time. */
export function matchTotp(secret: Buffer, code: string, now: number): number | undefined {
  const given = Buffer.from(code)
  const current = stepAt(now)
  let matched: number | undefined
  for (let step = current - allowedDrift; step <= current + allowedDrift; step++) {
    const expected = Buffer.from(totpAt(secret, step))
    if (given.length === expected.length && timingSafeEqual(given, expected)) matched = step
  }
  return matched
}

export function stepAt(now: number): number {
  return Math.floor(now / 1000 / seconds)
}

/** Returns the code of a time step (RFC 4226, section 5.3). */
export function totpAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac[mac.length - 1]! & 0xf
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** Returns the URI that authenticator apps read from a QR code. */
export function totpUri(secret: Buffer, { issuer, account }: { issuer: string; account: string }): string {
  // Some apps show the label undecoded, so a space must be "%20" and not "+".
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  // Omits algorithm, digits and period, which have default values, to keep the QR code small.
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Encodes bytes in base 32 (RFC 4648, section 6) without padding. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((group) => alphabet[parseInt(group.padEnd(5, '0'), 2)]).join('')
}

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
