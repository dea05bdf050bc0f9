import type { VersionedRow } from '../../database/tables.ts'
import type { Role } from '../../operations/caller.ts'

/** What is kept of it, but for the hash of its secret: nobody needs to see that. */
export interface InvitationRow extends VersionedRow {
  email: string
  role: Role
  team_id: string | null
  status: InvitationStatus
  invited_by: string
  answered_at: string | null
  expires_at: string
}

/** The table knows no `expired`: that is what becomes of `pending` with time. */
export const invitationStatuses = ['pending', 'accepted', 'declined', 'expired', 'revoked'] as const
export type InvitationStatus = (typeof invitationStatuses)[number]
