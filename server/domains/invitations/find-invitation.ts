import type { Queries } from '../../database/connect.ts'
import type { Order } from '../../database/pages.ts'
import { hashSecret } from '../accounts/email-tokens.ts'
import { lockOrganization } from '../organizations/lock.ts'
import { givenByInviter } from './grantable-roles.ts'
import type { InvitationRow } from './tables.ts'

/** An invitation with the names that are shown with it. */
export interface SeenInvitation extends InvitationRow {
  organization_name: string
  inviter_name: string
  team_slug: string | null
  team_name: string | null
  /** Whether whoever sent it could still give what it gives. */
  stands: boolean
}

export const selectInvitations = `select i.id, i.organization_id, i.email, i.role, i.team_id, i.invited_by, i.answered_at,
    i.version, i.created_at, i.updated_at, i.expires_at,
    case when i.status = 'pending' and i.expires_at <= now() then 'expired' else i.status end as status,
    o.name as organization_name, u.name as inviter_name, t.slug as team_slug, t.name as team_name,
    ${givenByInviter} as stands
  from invitations i join organizations o on o.id = i.organization_id join users u on u.id = i.invited_by
    left join teams t on t.id = i.team_id`

export const newestFirst: Order = { column: 'i.id', type: 'uuid', descending: true }

/**
 * The one invitation that a condition names. For a change its organization is held first: as every change of an
 * invitation does that, what is found then stays as it is until the transaction ends.
 */
export async function findInvitation(
  db: Queries,
  where: string,
  values: unknown[],
  hold: boolean,
): Promise<SeenInvitation | undefined> {
  const look = async () => (await db.run<SeenInvitation>(`${selectInvitations} where ${where}`, values))[0]
  const found = await look()
  if (!found || !hold) return found
  await lockOrganization(db, found.organization_id)
  return look()
}

/** The one that was mailed with this secret. A newer mail has another. */
export function findBySecret(db: Queries, secret: string, hold: boolean) {
  return findInvitation(db, 'i.hash = $1', [hashSecret(secret)], hold)
}
