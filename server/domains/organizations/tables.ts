import type { ChangingRow } from '../../database/tables.ts'
import type { Role } from '../../operations/caller.ts'
import type { Plan } from './plans.ts'

export interface OrganizationRow extends ChangingRow {
  slug: string
  name: string
  description: string
  plan: Plan
  default_visibility: 'private' | 'organization'
  sandbox_of: string | null
  require_second_factor: boolean
}

export interface MembershipRow {
  organization_id: string
  user_id: string
  role: Role
  version: number
  created_at: string
  updated_at: string
}
