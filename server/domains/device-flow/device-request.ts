import type { Database, Queries } from '../../database/connect.ts'
import { reject } from '../../operations/errors.ts'
import { hashSecret } from '../accounts/email-tokens.ts'

/**
 * Passes if the person has approved, and otherwise says what RFC 8628, 3.5, says. Counts how often the device asks; not
 * in the transaction of an operation, since what is refused must be counted too. Of many at the same time each sees the
 * one before it.
 */
export async function requireApproval(database: Database, code: string, clientId?: string): Promise<void> {
  const [asked] = await database.run<{ status: string; expired: boolean; too_fast: boolean }>(
    `with asked as (
       select id, coalesce(polled_at > now() - interval_seconds * interval '1 second', false) as too_fast
         from device_requests
        where device_hash = $1 and (client_id is null or $2::text is null or client_id = $2)
          for update)
     update device_requests d
        set polled_at = now(),
            interval_seconds = interval_seconds + case when too_fast and status = 'pending' then 5 else 0 end
       from asked where d.id = asked.id
     returning status, expires_at <= now() as expired, too_fast`,
    [hashSecret(code), clientId ?? null],
  )
  if (!asked) reject('invalid_grant')
  if (asked.expired) reject('expired_token')
  if (asked.status === 'denied') reject('access_denied')
  if (asked.status === 'pending') reject(asked.too_fast ? 'slow_down' : 'authorization_pending')
}

/** Uses an approved code up, and says whose it is: of many at the same time, one succeeds. */
export async function consumeApproved(db: Queries, code: string): Promise<Approved> {
  const [taken] = await db.run<Approved>(
    `delete from device_requests where device_hash = $1 and status = 'approved' and expires_at > now()
     returning claimed_by as "userId", second_factor_at as "secondFactorAt"`,
    [hashSecret(code)],
  )
  return taken ?? reject('invalid_grant')
}

interface Approved {
  userId: string
  /** When the user who approved it proved the second factor. Null if they have none. */
  secondFactorAt: string | null
}

/** Those that have run out are kept for a while, so that a slow device is told so. */
export async function purgeDeviceRequests(database: Database): Promise<void> {
  await database.run(`delete from device_requests where expires_at < now() - interval '1 hour'`)
}
