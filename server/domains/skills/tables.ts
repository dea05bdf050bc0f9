import type { DeletableRow } from '../../database/tables.ts'
import type { Actor } from '../../operations/caller.ts'

export const skillScopes = ['personal', 'team', 'public'] as const
export type SkillScope = (typeof skillScopes)[number]

/** What lies beside SKILL.md. */
export interface SkillFile {
  path: string
  content: string
}

/** What comes with Baton has neither an organization nor an owner. */
export interface AnySkillRow extends Omit<DeletableRow, 'organization_id'> {
  organization_id: string | null
  owner_id: string | null
  scope: SkillScope
  team_id: string | null
  slug: string
  name: string
  description: string
  content: string
  files: SkillFile[]
  tags: string[]
  revision: number
  public_slug: string | null
  /** What SKILL.md says about itself besides. */
  front_matter: Record<string, string | string[]>
  /** Null for what was made before this was kept. */
  created_by: Actor | null
  private_to: string | null
}

export interface SkillRow extends AnySkillRow {
  organization_id: string
  owner_id: string
}
