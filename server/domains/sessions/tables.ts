import type { DeletableRow } from '../../database/tables.ts'
import type { Actor } from '../../operations/caller.ts'

export interface GoalRow {
  text: string
  done: boolean
}

export interface SessionRow extends DeletableRow {
  user_id: string
  agent_id: string | null
  project_id: string | null
  title: string
  context: string
  goals: GoalRow[]
  summary: string
  state: Record<string, unknown>
  /** The memories that were made of what it learned. */
  learned: string[]
  last_seen_at: string
  paused_at: string | null
  ended_at: string | null
  seen_xid: string | null
  seen_seq: string | null
  resumed: number
  /** Who is at work in it, and with which key, token or login. */
  worker: Actor | null
  credential_id: string | null
  /** Who alone sees it: its user, if it is in no project. The database keeps it. */
  owner_id: string | null
  created_by: Actor
}

export interface CheckpointRow {
  id: string
  organization_id: string
  session_id: string
  number: number
  summary: string
  context: string
  goals: GoalRow[]
  state: Record<string, unknown>
  created_by: Actor
  created_at: string
}
