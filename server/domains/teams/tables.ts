import type { VersionedRow } from '../../database/tables.ts'

export const teamRoles = ['member', 'lead'] as const
export type TeamRole = (typeof teamRoles)[number]

export interface TeamRow extends VersionedRow {
  slug: string
  name: string
  description: string
  avatar_id: string | null
  created_by: string
}

export interface TeamMemberRow {
  team_id: string
  organization_id: string
  user_id: string
  role: TeamRole
  version: number
  created_at: string
  updated_at: string
}
