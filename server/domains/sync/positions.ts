import type { Queries } from '../../database/connect.ts'
import { databaseNow } from '../../database/clock.ts'
import type { Position } from '../../database/journal.ts'
import { sql } from '../../database/sql.ts'
import type { OnDevice } from './access.ts'

/**
 * Stores how far the device has pulled, for its owner. Writes at most once a minute unless the position moved, because
 * devices poll.
 */
export async function storePulled(
  db: Queries,
  { device, organization }: OnDevice,
  { xid, seq }: Position,
): Promise<void> {
  await db.run(
    sql`insert into sync_positions (device_id, organization_id, pulled_at, xid, seq)
      select ${device.id}, ${organization.id}, now(), ${xid}::text::xid8, ${seq}::bigint
       where not exists (
         select 1 from sync_positions where device_id = ${device.id} and organization_id = ${organization.id}
            and (xid, seq) = (${xid}::text::xid8, ${seq}::bigint) and pulled_at > now() - interval '1 minute')
      on conflict (device_id, organization_id) do update
        set pulled_at = excluded.pulled_at, xid = excluded.xid, seq = excluded.seq`,
  )
  if (databaseNow() - Date.parse(device.last_seen_at) > 60_000)
    await db.run(sql`update devices set last_seen_at = now() where id = ${device.id}`)
}
