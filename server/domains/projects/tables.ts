import type { DeletableRow, VersionedRow } from '../../database/tables.ts'
import type { PublicSection } from './public-sections.ts'

export interface ProjectRow extends DeletableRow {
  slug: string
  key: string
  name: string
  description: string
  settings: Record<string, unknown>
  visibility: 'private' | 'team' | 'organization' | 'public'
  /** What everybody sees of it, if it is public. */
  public_sections: PublicSection[]
  team_id: string | null
  last_number: number
  created_by: string
  archived_at: string | null
}

/** That a project was given to a person or to a team. */
export interface ShareRow extends VersionedRow {
  project_id: string
  user_id: string | null
  team_id: string | null
  role: ShareRole
}

export const shareRoles = ['viewer', 'editor'] as const
export type ShareRole = (typeof shareRoles)[number]
