import type { Rows } from '../../../database/row-types.ts'
import type { Narrow } from '../../../database/tables.ts'

export const scopes = ['agent', 'project', 'session'] as const
export type Scope = (typeof scopes)[number]

export const memoryKinds = ['fact', 'preference', 'procedure', 'episode', 'summary'] as const

/** The item that an entry was learned from. */
export interface SourceRow {
  kind: string
  id: string
  key: string
}

/**
 * Columns that say who owns an entry, and so who can see it. `agent_id` is set only for scope `agent` or `session`. Users
 * who can view the project can view the entry. `owner_id` is the only user who can see it, set for a session without a
 * project.
 */
export type ScopeColumns = Pick<MemoryRow, 'scope' | 'agent_id' | 'session_id' | 'project_id' | 'owner_id'>

/** A memory entry. `deleted_with` is the agent that it was deleted with, and is restored with. */
export type MemoryRow = Narrow<Rows['memories'], { source: SourceRow }>
