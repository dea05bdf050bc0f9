import type { Rows } from '../../../database/row-types.ts'
import type { Narrow } from '../../../database/tables.ts'

export const skillScopes = ['personal', 'team', 'public'] as const
export type SkillScope = (typeof skillScopes)[number]

/** A text file besides SKILL.md. */
export interface SkillFile {
  path: string
  content: string
}

/**
 * A row of the skills table. Built-in skills have neither an organization nor an owner. `front_matter` is the other front
 * matter of SKILL.md. `created_by` is null for skills created before this column existed.
 */
export type AnySkillRow = Narrow<
  Rows['skills'],
  { files: SkillFile[]; front_matter: Record<string, string | string[]> }
>

export interface SkillRow extends AnySkillRow {
  organization_id: string
  owner_id: string
}
