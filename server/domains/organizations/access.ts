import {
  type AccessRule,
  type InOrganization,
  asPersonRecently,
  requireOrganizationItself,
} from '../../operations/access.ts'
import type { CallingOrganization, KnownCaller } from '../../operations/caller.ts'
import { hasRole } from '../../operations/access.ts'
import { lockMembership } from './lock.ts'

/*
 * Who may do what with an organization:
 *   see       everybody in it: what it is called, and what they are there. How many are in it, guests are not told.
 *   update    owners and admins: its name, its address, how projects begin
 *   people    owners and admins, see members/access.ts; everybody may leave
 *   own       owners who signed in not long ago: hand it over, delete it
 * Its plan is set by the administrators of the instance. A sandbox has neither people nor settings of its own.
 */

/** For what cannot be taken back. */
export const ownsRecently: AccessRule<unknown, InOrganization> = {
  name: 'ownsRecently',
  sentence: 'Owners of the organization who signed in within the last 60 minutes.',
  open: false,
  leastRole: 'owner',
  sessionOnly: true,
  recently: true,
  wholeOrganization: true,
  liveOnly: true,
  async check(asked, input) {
    await asPersonRecently.check(asked, input)
    const granted = requireOrganizationItself(asked.caller, asked.reads, 'owner')
    return asked.hold ? lockMembership(asked.db, granted, 'owner') : granted
  },
}

export function mayAdminister(caller: KnownCaller, organization: CallingOrganization): boolean {
  return (
    hasRole(organization, 'admin') &&
    !organization.sandbox &&
    caller.projectId === null &&
    caller.scopes.includes('admin')
  )
}

export function mayOwn(caller: KnownCaller, organization: CallingOrganization): boolean {
  return organization.role === 'owner' && isAtHome(caller, organization)
}

export function canLeaveOrganization(caller: KnownCaller, organization: CallingOrganization): boolean {
  return isAtHome(caller, organization)
}

/** A person themselves, in an organization that has people. */
function isAtHome(caller: KnownCaller, { sandbox }: CallingOrganization): boolean {
  return caller.kind === 'session' && !sandbox
}
