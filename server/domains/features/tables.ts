import type { Rows } from '../../database/row-types.ts'
import type { Narrow } from '../../database/tables.ts'
import type { Gate } from './workflows/gates.ts'

export const featureKinds = ['feature', 'bug', 'hotfix', 'chore'] as const

/**
 * A feature. `gates` is a copy of the workflow's gates at the time of creation. `gate` is the current one, and null once
 * the feature is done. `round` increases each time a review returns the feature.
 */
export type FeatureRow = Narrow<Rows['features'], { gates: Gate[]; reopened: Reopening }>

/** Why a passed gate was opened again, until the feature passes it again or enters another round. */
export interface Reopening {
  gate: string
  /** The gate of the feature before; null if it was done. */
  from: string | null
  round: number
  /** The id of the evidence that became untrue, and the reason. */
  evidence: string
  finding: string
  at: string
}

/** A record that a feature passed a gate, with a reason if an administrator overrode it. */
export type PassageRow = Narrow<Rows['passages'], { missing: unknown[] }>
