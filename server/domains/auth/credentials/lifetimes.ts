import { z } from 'zod'
import { databaseNow } from '../../../database/clock.ts'
import { time } from '../../../database/column-schemas.ts'
import { rejectField } from '../../../errors/errors.ts'
import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'

/** The lifetimes that a new key or token can have. */
export const lifetimes = ['7d', '30d', '90d', '365d', 'never'] as const

/** The default lifetime. It is not `never`, because forgotten keys must stop working. */
export const defaultLifetime = '90d'

export const expiryInput = {
  expiresIn: z
    .enum(lifetimes)
    .optional()
    .describe(`Lifetime. Default ${defaultLifetime}; never keeps it until it is revoked.`),
  expiresAt: time()
    .refine((at) => Date.parse(at) > databaseNow(), 'This time has passed. Choose a later one.')
    .optional()
    .describe('Exact expiry time, instead of expiresIn.'),
}

export interface Expiry {
  expiresIn?: (typeof lifetimes)[number] | undefined
  expiresAt?: string | undefined
}

/** Returns the expiry time, or null for never. */
export function expiryOf({ expiresIn, expiresAt }: Expiry): string | null {
  if (expiresIn !== undefined && expiresAt !== undefined)
    rejectField('expiresIn', 'Pass expiresIn or expiresAt, not both.')
  if (expiresAt !== undefined) return expiresAt
  const lifetime = expiresIn ?? defaultLifetime
  if (lifetime === 'never') return null
  return new Date(databaseNow() + Number.parseInt(lifetime) * 86_400_000).toISOString()
}

/** Extends the expiry to at least this many seconds from now. Counts as a use, so it is not journaled. */
export async function slideCredential(db: Queries, id: string, seconds: number): Promise<void> {
  await db.run(
    sql`update credentials set expires_at = greatest(expires_at, now() + ${seconds} * interval '1 second')
      where id = ${id} and revoked_at is null and expires_at is not null`,
  )
}
