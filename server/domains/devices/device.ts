import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import type { SignedIn } from '../../operations/access.ts'
import { reject } from '../../operations/errors.ts'
import { anyUuid } from '../../platform/ids.ts'
import { reference } from '../../operations/reference.ts'
import type { DeviceRow } from './tables.ts'

/*
 * A device is a machine on which its owner works. It belongs to the person and to no organization, and nobody else ever
 * sees it: whoever names the device of another is told that there is none.
 */
export const Device = z
  .object({
    id: z.uuid(),
    machine: z.string().describe('What the machine calls itself.'),
    name: z.string(),
    platform: z.string().describe('Its system; empty if it did not say.'),
    lastSeenAt: z.iso.datetime().describe('When it last registered or synced.'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    version: z.int(),
  })
  .meta({ id: 'Device' })

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

/** How a device is named in any input. */
export const deviceRef = reference('device', "One of the caller's own devices: its id.")

export const deviceName = z.string().trim().min(1).max(120).describe('What its owner recognises it by.')

/** One of the caller's own devices. */
export async function findDevice(db: Queries, { user }: Pick<SignedIn, 'user'>, ref: string) {
  return found(ref, await db.run<DeviceRow>(`select * from devices where ${isOwn}`, values(ref, user)))
}

/** The same, held until the transaction ends: what is noted of one device is noted one after the other. */
export async function lockDevice(db: Queries, { user }: Pick<SignedIn, 'user'>, ref: string) {
  const sql = `select * from devices where ${isOwn} for no key update`
  return found(ref, await db.run<DeviceRow>(sql, values(ref, user)))
}

/** The same for what comes from the device itself, which is seen at that moment. */
export async function lockVisibleDevice(db: Queries, { user }: Pick<SignedIn, 'user'>, ref: string) {
  const sql = `update devices set last_seen_at = now() where ${isOwn} returning *`
  return found(ref, await db.run<DeviceRow>(sql, values(ref, user)))
}

const isOwn = 'id = $1 and user_id = $2'

function values(ref: string, user: { id: string }) {
  return [anyUuid.test(ref) ? ref : null, user.id]
}

function found(ref: string, [device]: DeviceRow[]): DeviceRow {
  return device ?? reject('not_found', { kind: 'device', ref })
}
