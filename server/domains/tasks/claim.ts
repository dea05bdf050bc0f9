import { z } from 'zod'
import { databaseNow } from '../../database/clock.ts'
import { maxInteger } from '../../database/column-schemas.ts'
import { type Caller, actorOf } from '../../operations/caller.ts'
import { Who, whoFromActor } from '../activity/actor.ts'
import type { TaskRow } from './tables.ts'

/** That somebody works on a task, and nobody else can take it. */
export const Claim = z.object({
  by: Who,
  number: z
    .int()
    .describe('Grows with every claim of the task. A write that brings an older one is refused.'),
  since: z.iso.datetime(),
  until: z.iso.datetime().describe('When it ends, unless it is renewed before.'),
})

type ClaimColumns = Pick<TaskRow, 'claimed_by' | 'claimed_at' | 'claim_number' | 'lease_until'>

/**
 * Who holds a task, for those who look at it. A lease that has run out is none: nobody has to clear it away. What is
 * refused for it is decided by the clock of the database alone, which all servers share.
 */
export function claimFromRow(row: ClaimColumns): z.output<typeof Claim> | null {
  if (!isHeld(row)) return null
  const { claimed_by, claimed_at, claim_number, lease_until } = row
  return { by: whoFromActor(claimed_by!), number: claim_number, since: claimed_at!, until: lease_until! }
}

function isHeld({ lease_until }: Pick<TaskRow, 'lease_until'>): boolean {
  return lease_until !== null && Date.parse(lease_until) > databaseNow()
}

/** Whoever claims: the agent, or the person. Two keys of one person are one holder. */
export function holderOf(caller: Caller): { kind: string; id: string | null } {
  const { kind, id } = actorOf(caller)
  return { kind, id }
}

/** Whether the claim of a task is the caller's, be its lease over or not. */
export function isHolder({ claimed_by, lease_until }: ClaimColumns, caller: Caller): boolean {
  const { kind, id } = holderOf(caller)
  return lease_until !== null && claimed_by?.kind === kind && claimed_by.id === id
}

/** How a task is that nobody has claimed, or that was given back. */
export const noClaim = { claimed_by: null, claimed_at: null, lease_until: null } satisfies Partial<TaskRow>

export const claimField = z
  .int()
  .min(1)
  .max(maxInteger)
  .optional()
  .describe('The number of your claim. If the task is no longer yours, nothing is written.')
