import type { Queries } from '../../../database/connect.ts'
import { orderByNewest } from '../../../database/pages.ts'
import type { Rows } from '../../../database/row-types.ts'
import { type Sql, sql } from '../../../database/sql.ts'
import { hashSecret } from '../../auth/accounts/email-tokens.ts'
import { lockOrganization } from '../../membership/lock.ts'
import { inviterCanGrant } from './grantable-roles.ts'
import type { InvitationStatus } from './invitation.ts'

/** An invitation with the names that are displayed with it. */
export interface SeenInvitation extends Omit<Rows['invitations'], 'hash' | 'status'> {
  status: InvitationStatus
  organization_name: string
  inviter_name: string
  team_slug: string | null
  team_name: string | null
  /** Whether the inviter still has the right to grant the role. */
  inviter_can_grant: boolean
}

export const selectInvitations = sql`select i.id, i.organization_id, i.email, i.role, i.team_id, i.invited_by, i.answered_at,
    i.version, i.created_at, i.updated_at, i.expires_at,
    case when i.status = 'pending' and i.expires_at <= now() then 'expired' else i.status end as status,
    o.name as organization_name, u.name as inviter_name, t.slug as team_slug, t.name as team_name,
    ${inviterCanGrant} as inviter_can_grant
  from invitations i join organizations o on o.id = i.organization_id join users u on u.id = i.invited_by
    left join teams t on t.id = i.team_id`

export const newestFirst = orderByNewest('i.id', 'newest')

/**
 * Returns the invitation that matches a condition. With `lock`, locks its organization and reads it again. Every change
 * of an invitation takes that lock, so the row cannot change until the transaction ends.
 */
export async function findInvitation(
  db: Queries,
  where: Sql,
  lock: boolean,
): Promise<SeenInvitation | undefined> {
  const read = async () => (await db.run<SeenInvitation>(sql`${selectInvitations} where ${where}`))[0]
  const found = await read()
  if (!found || !lock) return found
  await lockOrganization(db, found.organization_id)
  return read()
}

/** Returns the invitation with this secret. Sending it again replaces the secret. */
export function findBySecret(db: Queries, secret: string, lock: boolean) {
  return findInvitation(db, sql`i.hash = ${hashSecret(secret)}`, lock)
}

/** Returns the SQL condition that invitation `i` was sent to the verified address of a user. */
export function isSentTo(userId: string | null): Sql {
  return sql`lower(i.email) = (select lower(email) from users where id = ${userId} and email_verified_at is not null)`
}
