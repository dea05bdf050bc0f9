import type { DeletableRow } from '../../../database/tables.ts'
import type { Actor } from '../../../operations/caller.ts'
import type { Gate } from './gates.ts'

/** A custom workflow of an organization. */
export interface WorkflowRow extends DeletableRow {
  slug: string
  name: string
  description: string
  gates: Gate[]
  created_by: Actor
}
