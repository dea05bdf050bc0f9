import type { Rows } from '../../../database/row-types.ts'
import type { Narrow } from '../../../database/tables.ts'

export const decisionStatuses = ['proposed', 'accepted', 'rejected', 'superseded'] as const
export type DecisionStatus = (typeof decisionStatuses)[number]

export type DecisionRow = Narrow<Rows['decisions'], { alternatives: { title: string; reason: string }[] }>

export type RemarkRow = Rows['remarks']
