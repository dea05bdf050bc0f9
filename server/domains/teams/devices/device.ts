import { z } from 'zod'
import type { Queries } from '../../../database/connect.ts'
import type { Rows } from '../../../database/row-types.ts'
import { type Sql, sql } from '../../../database/sql.ts'
import type { SignedIn } from '../../../operations/access.ts'
import { reject } from '../../../errors/errors.ts'
import { anyUuid } from '../../../platform/ids.ts'
import { reference } from '../../../operations/reference.ts'

/*
 * A device is a machine that its owner works on. It belongs to the user, not to an organization, and only the user can
 * see it. Requests for another user's device return 404. The row of a removed device stays as revoked, so that the
 * machine learns that it must delete its copy (`findSyncingDevice`).
 */
export const Device = z
  .object({
    id: z.uuid(),
    machine: z.string().describe('Stable id that the machine chose for itself.'),
    name: z.string(),
    platform: z.string().describe('Operating system. Empty if unknown.'),
    lastSeenAt: z.iso.datetime().describe('Time of the last registration or sync.'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    version: z.int(),
  })
  .meta({ id: 'Device' })

export type DeviceRow = Rows['devices']

export function deviceFromRow(row: DeviceRow): z.output<typeof Device> {
  return {
    id: row.id,
    machine: row.machine,
    name: row.name,
    platform: row.platform,
    lastSeenAt: row.last_seen_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  }
}

export const deviceKind = { name: 'device', table: 'devices', key: 'name' } as const

/** The input field that references a device. */
export const deviceRef = reference('device', 'Id of one of your devices.')

export const deviceName = z.string().trim().min(1).max(120).describe('Device name that you recognise.')

/** Returns one of the caller's own devices, or rejects with `not_found`. */
export async function findDevice(db: Queries, { user }: Pick<SignedIn, 'user'>, ref: string) {
  return requireFound(ref, await db.run<DeviceRow>(sql`select * from devices where ${isOwn(ref, user)}`))
}

/** Returns the caller's device that sends this request. Rejects a revoked one with the instruction to delete its copy. */
export async function findSyncingDevice(db: Queries, { user }: Pick<SignedIn, 'user'>, ref: string) {
  const found = await db.run<DeviceRow>(sql`select * from devices where ${isOwnOrRevoked(ref, user)}`)
  const device = requireFound(ref, found)
  return device.revoked_at === null ? device : reject('device_revoked')
}

/** Finds and locks a device until the transaction ends, to serialize changes to it. */
export async function lockDevice(db: Queries, { user }: Pick<SignedIn, 'user'>, ref: string) {
  const found = await db.run<DeviceRow>(
    sql`select * from devices where ${isOwn(ref, user)} for no key update`,
  )
  return requireFound(ref, found)
}

/** Locks a device and updates its last-seen time, for requests that come from the device itself. */
export async function lockVisibleDevice(db: Queries, { user }: Pick<SignedIn, 'user'>, ref: string) {
  const found = await db.run<DeviceRow>(
    sql`update devices set last_seen_at = now() where ${isOwn(ref, user)} returning *`,
  )
  return requireFound(ref, found)
}

function isOwn(ref: string, user: { id: string }): Sql {
  return sql`${isOwnOrRevoked(ref, user)} and revoked_at is null`
}

function isOwnOrRevoked(ref: string, user: { id: string }): Sql {
  return sql`id = ${anyUuid.test(ref) ? ref : null} and user_id = ${user.id}`
}

function requireFound(ref: string, [device]: DeviceRow[]): DeviceRow {
  return device ?? reject('not_found', { kind: 'device', ref })
}

const Folder = z.object({ workspaceId: z.uuid(), path: z.string(), localId: z.string().nullable() })

export const DeviceWithFolders = Device.extend({
  folders: z.array(Folder),
  revokedAt: z.iso.datetime().nullable().describe('Time when you removed it. Null if you still use it.'),
})

/** Returns the devices of a user, also removed ones, with their workspace folders in every organization. */
export async function ownDevices(db: Queries, userId: string) {
  const rows = await db.run<DeviceRow & { folders: z.output<typeof Folder>[] }>(
    sql`select d.*, (select coalesce(jsonb_agg(jsonb_build_object('workspaceId', f.workspace_id, 'path', f.path,
                                                               'localId', f.local_id) order by f.workspace_id), '[]')
                    from workspace_folders f where f.device_id = d.id) as folders
       from devices d where d.user_id = ${userId} order by d.id`,
  )
  return rows.map((row) => ({ ...deviceFromRow(row), folders: row.folders, revokedAt: row.revoked_at }))
}
