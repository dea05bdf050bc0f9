import type { DeletableRow } from '../../database/tables.ts'

export interface ProjectRow extends DeletableRow {
  slug: string
  key: string
  name: string
  description: string
  settings: Record<string, unknown>
  visibility: 'private' | 'team' | 'organization' | 'public'
  team_id: string | null
  last_number: number
  created_by: string
  archived_at: string | null
}
