import { deviceName } from '../platform/device-name.ts'
import type { Queries } from '../database/connect.ts'
import { sql } from '../database/sql.ts'

/** The origin of a request, as emails describe it to the owner of the account. `ctx.request` has these fields. */
export interface Origin {
  network: string
  userAgent: string
}

export function describeOrigin({ network, userAgent }: Origin): string {
  const device = deviceName(userAgent).replace(/^Unknown/, 'an unknown')
  return `from ${network === 'unknown' ? 'an unknown network' : network} with ${device}`
}

export function formatTime(at: string): string {
  return `${moment.format(new Date(at))} UTC`
}

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** Returns the name of this instance as its emails show it. */
export async function instanceName(db: Queries): Promise<string> {
  const [setting] = await db.run<{ value: string }>(
    sql`select value from settings where key = 'instance.name'`,
  )
  return setting?.value ?? 'Baton'
}
