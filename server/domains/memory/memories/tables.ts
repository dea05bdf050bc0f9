import type { DeletableRow } from '../../../database/tables.ts'
import type { Actor } from '../../../operations/caller.ts'

export const scopes = ['agent', 'project', 'session'] as const
export type Scope = (typeof scopes)[number]

export const memoryKinds = ['fact', 'preference', 'procedure', 'episode', 'summary'] as const

/** The item that an entry was learned from. */
export interface SourceRow {
  kind: string
  id: string
  key: string
}

/** Columns that say who owns an entry, and so who can see it. */
export interface ScopeColumns {
  scope: Scope
  /** Set only for scope `agent` or `session`. */
  agent_id: string | null
  session_id: string | null
  /** Users who can view this project can view the entry. */
  project_id: string | null
  /** The only user who can see it. Set for a session without a project. */
  owner_id: string | null
}

export interface MemoryRow extends DeletableRow, ScopeColumns {
  kind: (typeof memoryKinds)[number]
  content: string
  tags: string[]
  importance: number
  source: SourceRow | null
  superseded_by: string | null
  expires_at: string | null
  archived_at: string | null
  /** The agent that it was deleted with, and is restored with. */
  deleted_with: string | null
  created_by: Actor
}
