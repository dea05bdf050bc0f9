import type { DeletableRow } from '../../database/tables.ts'

/** Default scopes for the memories that an agent stores. */
export const memoryScopes = ['agent', 'project', 'session'] as const

export interface AgentRow extends DeletableRow {
  owner_id: string | null
  name: string
  role: string
  instructions: string
  memory_scope: (typeof memoryScopes)[number]
  model: string
  daily_budget: number | null
  public_slug: string | null
}
