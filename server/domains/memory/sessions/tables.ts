import type { DeletableRow } from '../../../database/tables.ts'
import type { Actor } from '../../../operations/caller.ts'

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
  /** Ids of the memory entries it produced. */
  learned: string[]
  last_seen_at: string
  paused_at: string | null
  ended_at: string | null
  seen_xid: string | null
  seen_seq: string | null
  resumed: number
  /** The actor that works in it, and the API key, token or login that they use. */
  worker: Actor | null
  credential_id: string | null
  /** The user, if the session is in no project and so private to them. Maintained by the database. */
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
