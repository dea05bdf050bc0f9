import { z } from 'zod'
import { Who, whoFromActor } from '../../../operations/actor.ts'
import { type ReviewRow, verdicts } from './tables.ts'

/** The API representation of a review. */
export const Review = z
  .object({
    id: z.uuid(),
    gate: z.string().describe('Gate of the feature at the time of the review.'),
    round: z.int().describe('Round of the feature. Approvals of earlier rounds no longer count.'),
    verdict: z.enum(verdicts),
    body: z.string(),
    backTo: z.string().nullable().describe('Gate to which the review returned the feature.'),
    human: z.boolean().describe('Whether a signed-in person gave it, not an agent or key.'),
    createdBy: Who,
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Review' })

export function reviewFromRow(row: ReviewRow): z.output<typeof Review> {
  return {
    id: row.id,
    gate: row.gate,
    round: row.round,
    verdict: row.verdict,
    body: row.body,
    backTo: row.back_to,
    human: row.human,
    createdBy: whoFromActor(row.created_by),
    createdAt: row.created_at,
  }
}
