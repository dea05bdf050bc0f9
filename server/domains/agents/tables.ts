import type { DeletableRow } from '../../database/tables.ts'

/** Where what an agent learns is kept, unless it says otherwise. */
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
