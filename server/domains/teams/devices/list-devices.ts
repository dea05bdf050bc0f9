import { z } from 'zod'
import { pageOf } from '../../../database/pages.ts'
import { sql } from '../../../database/sql.ts'
import { ownAccount } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import { Device, type DeviceRow, deviceFromRow } from './device.ts'

export const listDevices = operation({
  id: 'devices.list',
  summary: 'List your devices, most recently seen first.',
  http: 'GET /api/sync/devices',
  access: ownAccount,
  input: z.object({}),
  output: pageOf(Device),
}).run(async ({ db, user }) => {
  const rows = await db.run<DeviceRow>(
    sql`select * from devices where user_id = ${user.id} order by last_seen_at desc, id desc`,
  )
  return { items: rows.map(deviceFromRow), nextCursor: null }
})
