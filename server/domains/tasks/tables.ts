import type { DeletableRow } from '../../database/tables.ts'
import type { Actor } from '../../operations/caller.ts'
import type { Priority, Status, Type } from './states.ts'

export interface TaskRow extends DeletableRow {
  project_id: string
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
  created_by: Actor
}
