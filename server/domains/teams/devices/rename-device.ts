import { z } from 'zod'
import { ownAccount } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import { changeOwn } from '../../../operations/record-own.ts'
import {
  Device,
  type DeviceRow,
  deviceFromRow,
  deviceKind,
  deviceName,
  deviceRef,
  lockDevice,
} from './device.ts'

export const renameDevice = operation({
  id: 'devices.rename',
  summary: 'Rename one of your devices.',
  http: 'PATCH /api/sync/devices/:device',
  access: ownAccount,
  input: z.object({ device: deviceRef, name: deviceName }),
  output: Device,
}).run(async (ctx, { device, name }) => {
  const before = await lockDevice(ctx.db, ctx, device)
  return deviceFromRow(await changeOwn<DeviceRow>(ctx, deviceKind, before, { name }))
})
