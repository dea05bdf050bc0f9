import { z } from 'zod'
import { pageOf } from '../../../database/pages.ts'
import { sql } from '../../../database/sql.ts'
import { ownAccount } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import {
  Device,
  type DeviceRow,
  deviceFromRow,
  deviceKind,
  deviceName,
  deviceRef,
  lockDevice,
} from './device.ts'
import type { Queries } from '../../../database/connect.ts'
import { reject } from '../../../errors/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { lockUserRow } from '../../membership/lock.ts'
import { callingPerson, changeOwn, recordOwn } from '../../../operations/record-own.ts'

export const listDevices = operation({
  id: 'devices.list',
  summary: 'List your devices, most recently seen first.',
  http: 'GET /api/sync/devices',
  access: ownAccount,
  input: z.object({}),
  output: pageOf(Device),
}).run(async ({ db, user }) => {
  const rows = await db.run<DeviceRow>(
    sql`select * from devices where user_id = ${user.id} and revoked_at is null order by last_seen_at desc, id desc`,
  )
  return { items: rows.map(deviceFromRow), nextCursor: null }
})

export const registerDevice = operation({
  id: 'devices.register',
  summary: 'Register the machine you work on. Registering it again updates its name.',
  http: 'POST /api/sync/devices/register',
  access: ownAccount,
  input: z.object({
    machine: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .describe('Stable id that the machine created for itself, at most 200 characters.'),
    name: deviceName,
    platform: z
      .string()
      .trim()
      .max(60)
      .optional()
      .describe('Operating system, such as "linux" or "macOS 15".'),
  }),
  output: Device,
}).run(async (ctx, { machine, name, platform }) => {
  // Serializes concurrent registrations by the same user.
  await lockUserRow(ctx.db, ctx.user.id)
  const [existing] = await ctx.db.run<DeviceRow>(
    sql`update devices set last_seen_at = now()
      where user_id = ${ctx.user.id} and machine = ${machine} and revoked_at is null returning *`,
  )
  if (existing) {
    const set = platform === undefined ? { name } : { name, platform }
    return deviceFromRow(await changeOwn<DeviceRow>(ctx, deviceKind, existing, set))
  }
  await requireBelowLimit(ctx.db, ctx.user.id)
  const [created] = await ctx.db.run<DeviceRow>(
    sql`insert into devices (id, user_id, machine, name, platform) values (${newId()}, ${ctx.user.id}, ${machine}, ${name}, ${platform ?? ''}) returning *`,
  )
  recordOwn(ctx, callingPerson(ctx), 'device.registered', { kind: 'device', id: created!.id, key: name })
  return deviceFromRow(created!)
})

const maxDevices = 100

async function requireBelowLimit(db: Queries, userId: string): Promise<void> {
  const [current] = await db.run<{ count: number }>(
    sql`select count(*)::int as count from devices where user_id = ${userId} and revoked_at is null`,
  )
  if (current!.count >= maxDevices) reject('too_many', { most: maxDevices, things: 'devices' })
}

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

export const removeDevice = operation({
  id: 'devices.remove',
  summary: 'Remove a device and its workspace folder paths. It can no longer sync, and must delete its copy.',
  http: 'DELETE /api/sync/devices/:device',
  access: ownAccount,
  destructive: true,
  input: z.object({ device: deviceRef }),
  output: z.object({ id: z.uuid(), removed: z.literal(true) }),
}).run(async (ctx, { device: ref }) => {
  const { id, name } = await lockDevice(ctx.db, ctx, ref)
  await ctx.db.run(sql`delete from workspace_folders where device_id = ${id}`)
  await ctx.db.run(sql`update devices set revoked_at = now() where id = ${id}`)
  recordOwn(ctx, callingPerson(ctx), 'device.removed', { kind: 'device', id, key: name })
  return { id, removed: true as const }
})
