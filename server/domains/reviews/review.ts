import { z } from 'zod'
import { Who, whoFromActor } from '../activity/actor.ts'
import { type ReviewRow, verdicts } from './tables.ts'

/** The shape the world sees. */
export const Review = z
  .object({
    id: z.uuid(),
    gate: z.string().describe('The gate that the feature stood at.'),
    round: z.int().describe('The round that it was in: approvals of earlier rounds count no longer.'),
    verdict: z.enum(verdicts),
    body: z.string(),
    backTo: z.string().nullable().describe('The gate that it sent the feature back to.'),
    human: z.boolean().describe('Whether a person who was signed in gave it, and no agent or key.'),
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
