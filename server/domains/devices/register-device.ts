import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { ownAccount } from '../../operations/access.ts'
import { reject } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'
import { newId } from '../../platform/ids.ts'
import { lockUser } from '../accounts/profile.ts'
import { callingPerson, changeOwn, recordOwn } from '../accounts/record-own.ts'
import { Device, deviceFromRow, deviceKind, deviceName } from './device.ts'
import type { DeviceRow } from './tables.ts'

export const registerDevice = operation({
  id: 'devices.register',
  summary: 'Register the machine one works on. Doing it again finds the same device and updates its name.',
  http: 'POST /api/sync/devices/register',
  access: ownAccount,
  input: z.object({
    machine: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .describe('What the machine calls itself: an id that it made once and keeps.'),
    name: deviceName,
    platform: z.string().trim().max(60).optional().describe('Its system, such as "linux" or "macOS 15".'),
  }),
  output: Device,
}).run(async (ctx, { machine, name, platform }) => {
  // Of two that register at the same moment, one waits for the other.
  await lockUser(ctx.db, ctx.user.id)
  const [known] = await ctx.db.run<DeviceRow>(
    'update devices set last_seen_at = now() where user_id = $1 and machine = $2 returning *',
    [ctx.user.id, machine],
  )
  if (known) {
    const set = platform === undefined ? { name } : { name, platform }
    return deviceFromRow(await changeOwn<DeviceRow>(ctx, deviceKind, known, set))
  }
  await requireRoom(ctx.db, ctx.user.id)
  const [made] = await ctx.db.run<DeviceRow>(
    'insert into devices (id, user_id, machine, name, platform) values ($1, $2, $3, $4, $5) returning *',
    [newId(), ctx.user.id, machine, name, platform ?? ''],
  )
  recordOwn(ctx, callingPerson(ctx), 'device.registered', { kind: 'device', id: made!.id, key: name })
  return deviceFromRow(made!)
})

const most = 100

async function requireRoom(db: Queries, userId: string): Promise<void> {
  const [held] = await db.run<{ count: number }>(
    'select count(*)::int as count from devices where user_id = $1',
    [userId],
  )
  if (held!.count >= most) reject('too_many', { most, things: 'devices' })
}
