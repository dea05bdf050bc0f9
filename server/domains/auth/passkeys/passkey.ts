import { z } from 'zod'
import type { Rows } from '../../../database/row-types.ts'
import { reject } from '../../../errors/errors.ts'

export const Passkey = z
  .object({
    id: z.uuid(),
    name: z.string(),
    synced: z.boolean().describe('Whether the passkey is synced between devices.'),
    version: z.int(),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Passkey' })

export const passkeyName = z.string().trim().min(1).max(120).describe('Display name.')

/** Reference to a passkey. Other users get `not_found`, because a passkey is visible to its owner only. */
export const passkeyRef = z.string().max(100).describe('Id of the passkey.').meta({ refers: 'passkey' })

const maxPasskeys = 20

export function requireRoom(count: number): void {
  if (count >= maxPasskeys) reject('too_many', { most: maxPasskeys, things: 'passkeys' })
}

/** A passkey. `public_key` is in COSE encoding. `counter` is a PostgreSQL bigint, which the driver returns as text. */
export type PasskeyRow = Rows['passkeys']

export function fromRow(row: PasskeyRow): z.output<typeof Passkey> {
  const { id, name, synced, version } = row
  return { id, name, synced, version, createdAt: row.created_at, lastUsedAt: row.last_used_at }
}
