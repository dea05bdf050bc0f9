import { type Sql, sql } from '../../../database/sql.ts'
import { type InOrganization, hasRole } from '../../../operations/access.ts'
import { type Role, roles } from '../../../operations/caller.ts'
import { reject } from '../../../operations/errors.ts'

/*
 * Limits the role that an invitation can grant: owners and admins at most their own role, team leads `member` in their
 * team. Checked for the caller when inviting, and again for the inviter when the invitation is accepted.
 */

/** A member who invites, with the highest role that they can grant. */
export interface Inviter extends InOrganization {
  maxRole: Role
}

export function maxGrantableRole(granted: InOrganization, isLead: boolean): Role | null {
  if (administers(granted)) return granted.organization.role
  return isLead ? 'member' : null
}

export function administers({ organization, caller }: InOrganization): boolean {
  return hasRole(organization, 'admin') && caller.scopes.includes('admin')
}

export function canGrant({ maxRole }: Pick<Inviter, 'maxRole'>, role: Role): boolean {
  return roles.indexOf(role) <= roles.indexOf(maxRole)
}

export function requireCanGrant(inviter: Pick<Inviter, 'maxRole'>, role: Role): void {
  if (!canGrant(inviter, role))
    reject('role_too_low', { needs: role === 'owner' ? 'owner' : 'owner or admin' })
}

/** SQL condition that the inviter of invitation `i` can still grant its role. */
export const inviterCanGrant = sql`exists (
    select 1 from memberships m join users g on g.id = m.user_id and g.suspended_at is null
     where m.organization_id = i.organization_id and m.user_id = i.invited_by
       and (m.role = 'owner' or m.role = 'admin' and i.role <> 'owner'
         or m.role = 'member' and i.role = 'member' and ${isLeadOfTeam(sql`i.invited_by`)}))`

/** Returns the SQL condition that a user leads the team of invitation `i`. */
export function isLeadOfTeam(user: Sql): Sql {
  return sql`exists (select 1 from team_members tm
        where tm.team_id = i.team_id and tm.user_id = ${user} and tm.role = 'lead')`
}
