import { z } from 'zod'
import type { ChangingRow } from '../../database/tables.ts'
import { reject } from '../../operations/errors.ts'

export const Passkey = z
  .object({
    id: z.uuid(),
    name: z.string(),
    synced: z.boolean().describe('Whether it is copied between the devices of its owner.'),
    version: z.int(),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Passkey' })

export const passkeyName = z.string().trim().min(1).max(120).describe('What to recognise it by.')

/** A passkey is its owner's alone: whoever else names it is told that there is none. */
export const passkeyRef = z.string().max(100).describe('Its id.').meta({ refers: 'passkey' })

const most = 20

export function requireRoom(held: number): void {
  if (held >= most) reject('too_many', { most, things: 'passkeys' })
}

export interface PasskeyRow extends ChangingRow {
  user_id: string
  credential_id: string
  /** As COSE writes it. */
  public_key: Buffer
  /** PostgreSQL's bigint, which comes as text. */
  counter: string
  transports: string[]
  synced: boolean
  name: string
  last_used_at: string | null
}

export function fromRow(row: PasskeyRow): z.output<typeof Passkey> {
  const { id, name, synced, version } = row
  return { id, name, synced, version, createdAt: row.created_at, lastUsedAt: row.last_used_at }
}
