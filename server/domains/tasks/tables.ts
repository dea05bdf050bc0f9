import type { DeletableRow } from '../../database/tables.ts'
import type { Actor } from '../../operations/caller.ts'
import type { Priority, Status, Type } from './states.ts'

export interface TaskRow extends DeletableRow {
  project_id: string
  story_id: string | null
  feature_id: string | null
  number: number
  key: string
  title: string
  description: string
  status: Status
  priority: Priority
  type: Type
  labels: string[]
  estimate: number | null
  due_at: string | null
  assignee_user_id: string | null
  assignee_agent_id: string | null
  completion_notes: string | null
  completed_at: string | null
  /** Where it stands in the order of its project: see items/positions.ts. */
  position: string
  /** How many open tasks block it, and how many it blocks. Both are kept by the database's rows, never set by a caller. */
  open_blockers: number
  blocking: number
  claim_number: number
  claimed_by: Actor | null
  claimed_at: string | null
  lease_until: string | null
  /** The story or epic with which it was deleted, and comes back. */
  deleted_with: string | null
  created_by: Actor
}
