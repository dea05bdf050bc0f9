import { sql } from '../../../database/sql.ts'
import { z } from 'zod'
import { ownAccount } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import { callingPerson, recordOwn } from '../../../operations/record-own.ts'
import { deviceRef, lockDevice } from './device.ts'

export const removeDevice = operation({
  id: 'devices.remove',
  summary:
    'Remove a device and its workspace folder paths. Keeps the workspaces and the files on the device.',
  http: 'DELETE /api/sync/devices/:device',
  access: ownAccount,
  destructive: true,
  input: z.object({ device: deviceRef }),
  output: z.object({ id: z.uuid(), removed: z.literal(true) }),
}).run(async (ctx, { device: ref }) => {
  const { id, name } = await lockDevice(ctx.db, ctx, ref)
  await ctx.db.run(sql`delete from devices where id = ${id}`)
  recordOwn(ctx, callingPerson(ctx), 'device.removed', { kind: 'device', id, key: name })
  return { id, removed: true as const }
})
