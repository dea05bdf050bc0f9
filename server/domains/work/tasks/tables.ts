import type { DeletableRow } from '../../../database/tables.ts'
import type { Actor } from '../../../operations/caller.ts'
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
  /** Sort key within its project: see items/positions.ts. */
  position: string
  /** Number of open tasks that block it, and of tasks that it blocks. Derived from the links, never set by a caller. */
  open_blockers: number
  blocking: number
  claim_number: number
  claimed_by: Actor | null
  claimed_at: string | null
  lease_until: string | null
  /** The story or epic that it was deleted with, and is restored with. */
  deleted_with: string | null
  created_by: Actor
}
