import { type InOrganization, hasRole } from '../../operations/access.ts'
import { type Role, roles } from '../../operations/caller.ts'
import { reject } from '../../operations/errors.ts'

/*
 * Nobody gives more than they have: owners and admins at most their own role, the lead of a team `member`, into that team.
 * Asked of the caller when they invite, and of whoever sent an invitation when it is answered.
 */

/** Somebody who invites, and the most that they may give. */
export interface Giver extends InOrganization {
  most: Role
}

export function maxGrantableRole(granted: InOrganization, isLead: boolean): Role | null {
  if (administers(granted)) return granted.organization.role
  return isLead ? 'member' : null
}

export function administers({ organization, caller }: InOrganization): boolean {
  return hasRole(organization, 'admin') && caller.scopes.includes('admin')
}

export function mayGive({ most }: Pick<Giver, 'most'>, role: Role): boolean {
  return roles.indexOf(role) <= roles.indexOf(most)
}

export function requireGivable(giver: Pick<Giver, 'most'>, role: Role): void {
  if (!mayGive(giver, role)) reject('role_too_low', { needs: role === 'owner' ? 'owner' : 'owner or admin' })
}

/** The same in SQL: whether whoever sent the invitation `i` could still give what it gives. */
export const givenByInviter = `exists (
    select 1 from memberships m join users g on g.id = m.user_id and g.suspended_at is null
     where m.organization_id = i.organization_id and m.user_id = i.invited_by
       and (m.role = 'owner' or m.role = 'admin' and i.role <> 'owner'
         or m.role = 'member' and i.role = 'member' and ${isLead('i.team_id', 'i.invited_by')}))`

export function isLead(team: string, user: string): string {
  return `exists (select 1 from team_members tm
        where tm.team_id = ${team} and tm.user_id = ${user} and tm.role = 'lead')`
}
