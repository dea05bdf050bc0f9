import type { DeletableRow } from '../../../database/tables.ts'
import type { Actor } from '../../../operations/caller.ts'

export const skillScopes = ['personal', 'team', 'public'] as const
export type SkillScope = (typeof skillScopes)[number]

/** A text file besides SKILL.md. */
export interface SkillFile {
  path: string
  content: string
}

/** A row of the skills table. Built-in skills have neither an organization nor an owner. */
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
  /** Other front matter of SKILL.md. */
  front_matter: Record<string, string | string[]>
  /** Null for skills created before this column existed. */
  created_by: Actor | null
  private_to: string | null
}

export interface SkillRow extends AnySkillRow {
  organization_id: string
  owner_id: string
}
