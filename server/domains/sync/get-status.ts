import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { type Position, isReadableAfter, journalStart } from '../../database/journal.ts'
import { sql } from '../../database/sql.ts'
import type { InOrganization } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { syncKindNames } from '../../operations/sync-kind.ts'
import { eventsVisibleTo } from '../journal/visible-events.ts'
import { ownDevices } from './access.ts'
import { countOpenConflicts } from './conflicts/conflicts.ts'

const maxBehind = 1000

const Behind = z.object({
  changes: z.int().describe(`Changes that the device has not pulled, at most ${maxBehind}.`),
  atLeast: z.boolean().describe('Whether there are more changes than counted.'),
  since: z.iso.datetime().nullable().describe('Time of the first of them. Null if there are none.'),
})

const DeviceStatus = z
  .object({
    id: z.uuid(),
    name: z.string(),
    platform: z.string(),
    lastPushAt: z.iso.datetime().nullable(),
    lastPullAt: z.iso.datetime().nullable(),
    behind: Behind,
  })
  .meta({ id: 'DeviceStatus' })

export const getStatus = operation({
  id: 'sync.getStatus',
  summary: 'Show when each of your devices last synced, how far it is behind, and the open conflicts.',
  http: 'GET /api/sync/status',
  access: ownDevices,
  shows: ['device', 'conflict'],
  input: z.object({}),
  output: z.object({
    devices: z.array(DeviceStatus).describe('Your devices, in the current organization.'),
    openConflicts: z.int().describe('Unresolved conflicts in the items that you can see.'),
  }),
}).run(async (ctx) => {
  const devices = await ctx.db.run<SyncedDevice>(
    sql`select d.id, d.name, d.platform, s.pushed_at, s.pulled_at, s.xid::text, s.seq::text
       from devices d left join sync_positions s on s.device_id = d.id and s.organization_id = ${ctx.organization.id}
      where d.user_id = ${ctx.user.id} and d.revoked_at is null order by d.last_seen_at desc, d.id desc`,
  )
  return {
    devices: await Promise.all(
      devices.map(async ({ id, name, platform, pushed_at, pulled_at, xid, seq }) => ({
        id,
        name,
        platform,
        lastPushAt: pushed_at,
        lastPullAt: pulled_at,
        behind: await behind(ctx.db, ctx, xid === null ? journalStart : { xid, seq: seq! }),
      })),
    ),
    openConflicts: await countOpenConflicts(ctx),
  }
})

interface SyncedDevice {
  id: string
  name: string
  platform: string
  pushed_at: string | null
  pulled_at: string | null
  xid: string | null
  seq: string | null
}

const maxScanned = 5000

/** Counts the changes after a position that the caller can see. Reads a limited number of events. */
async function behind(
  db: Queries,
  granted: InOrganization,
  after: Position,
): Promise<z.output<typeof Behind>> {
  const [counted] = await db.run<{ scanned: number; changes: number; since: string | null }>(
    sql`select count(*)::int as scanned, (count(*) filter (where is_visible))::int as changes,
            min(at) filter (where is_visible) as since
       from (select at, subject_kind = any(${syncKindNames}::text[]) and (${eventsVisibleTo(granted)}) as is_visible
               from journal where organization_id = ${granted.organization.id} and ${isReadableAfter(after)}
              order by journal.xid, journal.seq limit ${maxScanned}) events`,
  )
  const { scanned, changes, since } = counted!
  return {
    changes: Math.min(changes, maxBehind),
    atLeast: changes > maxBehind || scanned === maxScanned,
    since,
  }
}
