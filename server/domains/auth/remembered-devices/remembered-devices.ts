import { z } from 'zod'
import { pageOf } from '../../../database/pages.ts'
import type { Rows } from '../../../database/row-types.ts'
import { sql } from '../../../database/sql.ts'
import { asPerson } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import { deviceName } from '../../../platform/device-name.ts'
import { findRememberedDevice, forgetDevice } from './remembered-device.ts'
import { reject } from '../../../errors/errors.ts'
import { reference } from '../../../operations/reference.ts'
import { callingPerson } from '../../../operations/record-own.ts'

const RememberedDevice = z
  .object({
    id: z.uuid(),
    device: z.string().describe('Browser and operating system.'),
    network: z.string().describe('Network from which the device was remembered.'),
    current: z.boolean().describe('Whether this request comes from the device.'),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'RememberedDevice' })

export const listRememberedDevices = operation({
  id: 'rememberedDevices.list',
  summary: 'List your remembered devices, which skip the second factor.',
  http: 'GET /api/settings/remembered-devices',
  shows: ['remembered_device', 'second_factor'],
  access: asPerson,
  withoutSecondFactor: true,
  input: z.object({}),
  output: pageOf(RememberedDevice),
}).run(async (ctx) => {
  const current = await findRememberedDevice(ctx, ctx.user.id)
  const rows = await ctx.db.run<Row>(
    sql`select id, user_agent, network, created_at, last_used_at, expires_at from remembered_devices
      where user_id = ${ctx.user.id} and expires_at > now() order by last_used_at desc, id desc limit 200`,
  )
  const items = rows.map((row) => ({
    id: row.id,
    device: deviceName(row.user_agent),
    network: row.network,
    current: row.id === current,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
  }))
  return { items, nextCursor: null }
})

type Row = Pick<
  Rows['remembered_devices'],
  'id' | 'user_agent' | 'network' | 'created_at' | 'last_used_at' | 'expires_at'
>

export const forgetRememberedDevice = operation({
  id: 'rememberedDevices.forget',
  summary: 'Forget a remembered device. The next sign-in on it asks for the second factor.',
  http: 'DELETE /api/settings/remembered-devices/:device',
  access: asPerson,
  destructive: true,
  withoutSecondFactor: true,
  input: z.object({ device: reference('rememberedDevice', 'Id of the remembered device.') }),
  output: z.object({ id: z.uuid(), forgotten: z.literal(true) }),
}).run(async (ctx, { device }) => {
  if ((await forgetDevice(ctx, callingPerson(ctx), device)) === 0)
    reject('not_found', { kind: 'remembered device', ref: device })
  return { id: device, forgotten: true as const }
})
