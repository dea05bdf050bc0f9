import type { Actor } from '../../../operations/caller.ts'

export const verdicts = ['approved', 'changes_requested', 'commented'] as const

export interface ReviewRow {
  id: string
  organization_id: string
  project_id: string
  feature_id: string
  gate: string
  round: number
  verdict: (typeof verdicts)[number]
  body: string
  /** The gate to which the review returned the feature. */
  back_to: string | null
  /** Given by a signed-in person, not by an agent or a key. */
  human: boolean
  created_by: Actor
  created_at: string
}
