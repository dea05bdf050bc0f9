import { z } from 'zod'
import { pageOf } from '../../database/pages.ts'
import { ownAccount } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { Device, deviceFromRow } from './device.ts'
import type { DeviceRow } from './tables.ts'

export const listDevices = operation({
  id: 'devices.list',
  summary: 'List your devices, most recently seen first.',
  http: 'GET /api/sync/devices',
  access: ownAccount,
  input: z.object({}),
  output: pageOf(Device),
}).run(async ({ db, user }) => {
  const rows = await db.run<DeviceRow>(
    'select * from devices where user_id = $1 order by last_seen_at desc, id desc',
    [user.id],
  )
  return { items: rows.map(deviceFromRow), nextCursor: null }
})
