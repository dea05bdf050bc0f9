import { z } from 'zod'
import { databaseNow } from '../../../database/clock.ts'
import { maxInteger } from '../../../database/column-schemas.ts'
import { type Caller, actorOf } from '../../../operations/caller.ts'
import { Who, whoFromActor } from '../../../operations/actor.ts'
import type { TaskRow } from './tables.ts'

/** An exclusive lease on a task. */
export const Claim = z.object({
  by: Who,
  number: z
    .int()
    .describe('Increases with every claim of the task. A write with an older number is rejected.'),
  since: z.iso.datetime(),
  until: z.iso.datetime().describe('When the lease expires unless it is renewed.'),
})

type ClaimColumns = Pick<TaskRow, 'claimed_by' | 'claimed_at' | 'claim_number' | 'lease_until'>

/**
 * Returns the live claim of a task for display, or null if its lease has expired. Writes are rejected by the database
 * clock alone, which all servers share (see `isHeldNow`).
 */
export function claimFromRow(row: ClaimColumns): z.output<typeof Claim> | null {
  if (!isHeld(row)) return null
  const { claimed_by, claimed_at, claim_number, lease_until } = row
  return { by: whoFromActor(claimed_by!), number: claim_number, since: claimed_at!, until: lease_until! }
}

function isHeld({ lease_until }: Pick<TaskRow, 'lease_until'>): boolean {
  return lease_until !== null && Date.parse(lease_until) > databaseNow()
}

/** Returns the agent or user that claims. Two API keys of one user are the same holder. */
export function holderOf(caller: Caller): { kind: string; id: string | null } {
  const { kind, id } = actorOf(caller)
  return { kind, id }
}

/** Returns whether the claim is the caller's, even if its lease has expired. */
export function isHolder({ claimed_by, lease_until }: ClaimColumns, caller: Caller): boolean {
  const { kind, id } = holderOf(caller)
  return lease_until !== null && claimed_by?.kind === kind && claimed_by.id === id
}

/** The claim columns of an unclaimed or released task. */
export const noClaim = { claimed_by: null, claimed_at: null, lease_until: null } satisfies Partial<TaskRow>

export const claimField = z
  .int()
  .min(1)
  .max(maxInteger)
  .optional()
  .describe('Your claim number. The write is rejected if you no longer hold the task.')
