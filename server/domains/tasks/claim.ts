import { z } from 'zod'
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

/** Who holds a task. A lease that has run out is none: nobody has to clear it away. */
export function claimFromRow(row: ClaimColumns): z.output<typeof Claim> | null {
  if (!isHeld(row)) return null
  const { claimed_by, claimed_at, claim_number, lease_until } = row
  return { by: whoFromActor(claimed_by!), number: claim_number, since: claimed_at!, until: lease_until! }
}

export function isHeld({ lease_until }: Pick<TaskRow, 'lease_until'>): boolean {
  return lease_until !== null && Date.parse(lease_until) > Date.now()
}
