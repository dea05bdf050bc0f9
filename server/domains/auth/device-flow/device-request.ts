import type { Database, Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import { reject } from '../../../errors/errors.ts'
import { hashSecret } from '../accounts/email-tokens.ts'
import { createHmac, randomInt } from 'node:crypto'
import type { Secrets } from '../../../platform/secrets.ts'

/**
 * Requires that the user has approved the device, or rejects with an error code of RFC 8628, section 3.5. Counts the
 * polls outside the transaction of the operation, because rejected polls count too. The row lock serializes them.
 */
export async function requireApproval(database: Database, code: string, clientId?: string): Promise<void> {
  const isClient = clientId === undefined ? sql`true` : sql`(client_id is null or client_id = ${clientId})`
  const [polled] = await database.run<{ status: string; expired: boolean; too_fast: boolean }>(
    sql`with polled as (
       select id, coalesce(polled_at > now() - interval_seconds * interval '1 second', false) as too_fast
         from device_requests
        where device_hash = ${hashSecret(code)} and ${isClient}
          for update)
     update device_requests d
        set polled_at = now(),
            interval_seconds = interval_seconds + case when too_fast and status = 'pending' then 5 else 0 end
       from polled where d.id = polled.id
     returning status, expires_at <= now() as expired, too_fast`,
  )
  if (!polled) reject('invalid_grant')
  if (polled.expired) reject('expired_token')
  if (polled.status === 'denied') reject('access_denied')
  if (polled.status === 'pending') reject(polled.too_fast ? 'slow_down' : 'authorization_pending')
}

/** Consumes an approved code and returns its user. Exactly one of several concurrent attempts succeeds. */
export async function consumeApproved(db: Queries, code: string): Promise<Approval> {
  const [consumed] = await db.run<Approval>(
    sql`delete from device_requests where device_hash = ${hashSecret(code)} and status = 'approved' and expires_at > now()
     returning claimed_by as "userId", second_factor_at as "secondFactorAt"`,
  )
  return consumed ?? reject('invalid_grant')
}

interface Approval {
  userId: string
  /** When the user who approved it proved the second factor. Null if they have none. */
  secondFactorAt: string | null
}

/** Deletes requests one hour after they expired. Until then, a late poll gets `expired_token`. */
export async function purgeDeviceRequests(database: Database): Promise<void> {
  await database.run(sql`delete from device_requests where expires_at < now() - interval '1 hour'`)
}

/**
 * The alphabet of RFC 8628, section 6.1. It has no vowels, to avoid words, and no letters that look like digits. Gives
 * 34.5 bits.
 */
const letters = 'BCDFGHJKLMNPQRSTVWXZ'

/** Creates a code that a user reads on one screen and types on another, such as `WDJB-MJHT`. */
export function createUserCode(): string {
  const code = Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

/** Computes the MAC of a code in any spelling. A plain hash of so few letters could be reversed in seconds. */
export function computeUserCodeMac(secrets: Secrets, typed: string): Buffer {
  const code = typed.toUpperCase().replace(/[\s\p{Pd}]/gu, '')
  return createHmac('sha256', secrets.macKey('user codes')).update(code).digest()
}
