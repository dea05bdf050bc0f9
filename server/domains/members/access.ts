import {
  type AccessRule,
  type InOrganization,
  administersItself,
  ownSession,
  requireOrganizationItself,
} from '../../operations/access.ts'
import { type Role, roles } from '../../operations/caller.ts'
import { reject } from '../../operations/errors.ts'
import { lockMembership } from '../organizations/lock.ts'
import { type MemberRow, findMember } from './member-row.ts'

/*
 * Who may do what to whom in an organization:
 *   see      owners, admins and members see everybody. Guests see nobody.
 *   change   owners everybody; admins everybody but owners. Nobody gives more than they have, so owners alone make owners.
 *   remove   the same
 *   leave    everybody
 * There is always an owner: the last one neither leaves, nor is removed, nor steps down. Whoever is suspended, or has
 * asked to be erased, does not count as one who is left.
 */

export interface OnMember extends InOrganization {
  member: MemberRow
}

export const managesMember: AccessRule<{ member: string }, OnMember> = {
  ...administersItself,
  name: 'managesMember',
  sentence:
    'Owners of the organization, and admins for whoever is no owner. A key or token needs the scope `admin`.',
  async check(asked, input) {
    const granted = await administersItself.check(asked, input)
    const standing = asked.hold ? await lockMembership(asked.db, granted, 'admin') : granted
    const member = await findMember(asked.db, standing.organization.id, input.member, asked.hold)
    requireReach(standing.organization.role, member.role)
    return { ...standing, member }
  },
}

/** To leave is for the person alone: none of their keys does it for them. */
export const canLeave: AccessRule<unknown, InOrganization> = {
  name: 'leaves',
  sentence: 'A person who is signed in, for themselves.',
  open: false,
  leastRole: 'guest',
  sessionOnly: true,
  wholeOrganization: true,
  liveOnly: true,
  async check(asked, input) {
    await ownSession.check(asked, input)
    const granted = requireOrganizationItself(asked.caller, asked.reads, 'guest')
    return asked.hold ? lockMembership(asked.db, granted, 'guest') : granted
  },
}

/** Whether somebody may change whoever has this role, and may give it. */
export function reaches(own: Role, role: Role): boolean {
  return own === 'owner' || (own === 'admin' && roles.indexOf(role) <= roles.indexOf('admin'))
}

export function requireReach(own: Role, role: Role): void {
  if (!reaches(own, role)) reject('role_too_low', { needs: 'owner' })
}

export function requireOwnerLeft({ organization }: InOrganization, member: MemberRow): void {
  if (member.only_owner) reject('last_owner', { organization: organization.name })
}
