import {
  type AccessRule,
  type InOrganization,
  administersItself,
  ownSession,
  requireOrganizationItself,
} from '../../../operations/access.ts'
import { type Role, roles } from '../../../operations/caller.ts'
import { reject } from '../../../errors/errors.ts'
import { lockMembership } from '../../membership/lock.ts'
import { type MemberRow, findMember } from './member.ts'

/*
 * Access to the members of an organization:
 *   see      Owners, admins and members see all members. Guests see none.
 *   change   Owners change every member, admins every member but owners. Only owners can create owners.
 *   remove   Same as change.
 *   leave    Every member.
 * An organization always has an owner: the last one can't leave, be removed or lose the role. Suspended owners and
 * owners scheduled for erasure do not count.
 */

export interface OnMember extends InOrganization {
  member: MemberRow
}

export const managesMember: AccessRule<{ member: string }, OnMember> = {
  ...administersItself,
  name: 'managesMember',
  sentence:
    'Owners of the organization, and admins for members who are not owners. A key or token needs the scope `admin`.',
  async check(context, input) {
    const granted = await administersItself.check(context, input)
    const locked = context.hold ? await lockMembership(context.db, granted, 'admin') : granted
    const member = await findMember(context.db, locked.organization.id, input.member, context.hold)
    requireCanManageRole(locked.organization.role, member.role)
    return { ...locked, member }
  },
}

/** Allows leaving only in the member's own login session, never with a key or token. */
export const canLeave: AccessRule<unknown, InOrganization> = {
  name: 'leaves',
  sentence: 'Signed-in members, for themselves.',
  open: false,
  leastRole: 'guest',
  sessionOnly: true,
  wholeOrganization: true,
  liveOnly: true,
  async check(context, input) {
    await ownSession.check(context, input)
    const granted = requireOrganizationItself(context.caller, context.reads, 'guest')
    return context.hold ? lockMembership(context.db, granted, 'guest') : granted
  },
}

/** Returns whether a member with the role `own` can change members with `role`, and assign it. */
export function canManageRole(own: Role, role: Role): boolean {
  return own === 'owner' || (own === 'admin' && roles.indexOf(role) <= roles.indexOf('admin'))
}

export function requireCanManageRole(own: Role, role: Role): void {
  if (!canManageRole(own, role)) reject('role_too_low', { needs: 'owner' })
}

export function requireOwnerLeft({ organization }: InOrganization, member: MemberRow): void {
  if (member.only_owner) reject('last_owner', { organization: organization.name })
}
