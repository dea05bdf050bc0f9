import type { Rows } from '../../database/row-types.ts'
import type { Narrow } from '../../database/tables.ts'
import type { Gate } from './workflows/gates.ts'

export const featureKinds = ['feature', 'bug', 'hotfix', 'chore'] as const

/**
 * A feature. `gates` is a copy of the workflow's gates at the time of creation. `gate` is the current one, and null once
 * the feature is done. `round` increases each time a review returns the feature.
 */
export type FeatureRow = Narrow<Rows['features'], { gates: Gate[] }>

/** A record that a feature passed a gate, with a reason if an administrator overrode it. */
export type PassageRow = Narrow<Rows['passages'], { missing: unknown[] }>
