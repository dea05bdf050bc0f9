import type { DeletableRow, VersionedRow } from '../../database/tables.ts'
import type { PublicSection } from './public-sections.ts'

export interface ProjectRow extends DeletableRow {
  slug: string
  key: string
  name: string
  description: string
  settings: Record<string, unknown>
  visibility: 'private' | 'team' | 'organization' | 'public'
  /** Publicly visible sections, if it is public. */
  public_sections: PublicSection[]
  team_id: string | null
  last_number: number
  created_by: string
  archived_at: string | null
}

/** A share of a project with a user or a team. */
export interface ShareRow extends VersionedRow {
  project_id: string
  user_id: string | null
  team_id: string | null
  role: ShareRole
}

export const shareRoles = ['viewer', 'editor'] as const
export type ShareRole = (typeof shareRoles)[number]
