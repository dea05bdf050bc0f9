import type { DeletableRow } from '../../database/tables.ts'

export const skillScopes = ['personal', 'team', 'public'] as const

export interface SkillRow extends DeletableRow {
  owner_id: string
  scope: (typeof skillScopes)[number]
  team_id: string | null
  slug: string
  name: string
  description: string
  content: string
}
