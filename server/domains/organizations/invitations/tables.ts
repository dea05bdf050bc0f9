import type { VersionedRow } from '../../../database/tables.ts'
import type { Role } from '../../../operations/caller.ts'

/** A row of `invitations` without the hash of the secret. */
export interface InvitationRow extends VersionedRow {
  email: string
  role: Role
  team_id: string | null
  status: InvitationStatus
  invited_by: string
  answered_at: string | null
  expires_at: string
}

/** Statuses of an invitation. The table does not store `expired`: a pending invitation becomes expired with time. */
export const invitationStatuses = ['pending', 'accepted', 'declined', 'expired', 'revoked'] as const
export type InvitationStatus = (typeof invitationStatuses)[number]
