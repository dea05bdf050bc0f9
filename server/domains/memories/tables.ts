import type { DeletableRow } from '../../database/tables.ts'
import type { Actor } from '../../operations/caller.ts'

export const scopes = ['agent', 'project', 'session'] as const
export type Scope = (typeof scopes)[number]

export const memoryKinds = ['fact', 'preference', 'procedure', 'episode', 'summary'] as const

/** What it was learned from. */
export interface SourceRow {
  kind: string
  id: string
  key: string
}

/** Where an entry belongs, and so who sees it. */
export interface ScopeColumns {
  scope: Scope
  /** The agent or session whose memory it is: of their scope alone. */
  agent_id: string | null
  session_id: string | null
  /** Who sees the project sees it. */
  project_id: string | null
  /** Who alone sees it: it belongs to a session of no project. */
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
  /** The agent with which it went into the trash, and comes back. */
  deleted_with: string | null
  created_by: Actor
}
