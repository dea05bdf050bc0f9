import type { Rows } from '../../../database/row-types.ts'

export const verdicts = ['approved', 'changes_requested', 'commented'] as const

/**
 * A review. `back_to` is the gate to which it returned the feature. `human` is set if a signed-in person gave it, not an
 * agent or a key.
 */
export type ReviewRow = Rows['reviews']
