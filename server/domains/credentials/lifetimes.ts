import { z } from 'zod'
import { databaseNow } from '../../database/clock.ts'
import { time } from '../../database/column-schemas.ts'
import { rejectField } from '../../operations/errors.ts'

/** How long a new key or token works. */
export const lifetimes = ['7d', '30d', '90d', '365d', 'never'] as const

/** A forgotten key must not work forever, so the default is not `never`. */
export const defaultLifetime = '90d'

export const expiryInput = {
  expiresIn: z
    .enum(lifetimes)
    .optional()
    .describe(`How long it works. Default ${defaultLifetime}; never keeps it until it is revoked.`),
  expiresAt: time()
    .refine((at) => Date.parse(at) > databaseNow(), 'This time has passed. Choose a later one.')
    .optional()
    .describe('The exact time when it stops working, in place of expiresIn.'),
}

export interface Expiry {
  expiresIn?: (typeof lifetimes)[number] | undefined
  expiresAt?: string | undefined
}

/** Returns when it stops working, or null for never. */
export function expiryOf({ expiresIn, expiresAt }: Expiry): string | null {
  if (expiresIn !== undefined && expiresAt !== undefined)
    rejectField('expiresIn', 'Pass expiresIn or expiresAt, not both.')
  if (expiresAt !== undefined) return expiresAt
  const lifetime = expiresIn ?? defaultLifetime
  if (lifetime === 'never') return null
  return new Date(databaseNow() + Number.parseInt(lifetime) * 86_400_000).toISOString()
}
