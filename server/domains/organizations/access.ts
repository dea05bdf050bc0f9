import {
  type AccessRule,
  type InOrganization,
  asPersonRecently,
  requireOrganizationItself,
} from '../../operations/access.ts'
import type { CallingOrganization, KnownCaller } from '../../operations/caller.ts'
import { hasRole } from '../../operations/access.ts'
import { lockMembership } from '../membership/lock.ts'

/*
 * Access to an organization:
 *   see       Every member sees its settings and their own role. Guests do not see the number of members.
 *   update    Owners and admins change its name, slug, description and defaults.
 *   members   Owners and admins, see members/access.ts. Every member can leave.
 *   own       Owners with a recent sign-in transfer or delete it.
 * Administrators of the instance set its plan. A sandbox has no members or settings of its own.
 */

/** Guards irreversible operations on an organization. */
export const ownsRecently: AccessRule<unknown, InOrganization> = {
  name: 'ownsRecently',
  sentence: 'Owners of the organization who signed in within the last 60 minutes.',
  open: false,
  leastRole: 'owner',
  sessionOnly: true,
  recently: true,
  wholeOrganization: true,
  liveOnly: true,
  async check(context, input) {
    await asPersonRecently.check(context, input)
    const granted = requireOrganizationItself(context.caller, context.reads, 'owner')
    return context.hold ? lockMembership(context.db, granted, 'owner') : granted
  },
}

export function canAdminister(caller: KnownCaller, organization: CallingOrganization): boolean {
  return (
    hasRole(organization, 'admin') &&
    !organization.sandbox &&
    caller.projectId === null &&
    caller.scopes.includes('admin')
  )
}

export function canOwn(caller: KnownCaller, organization: CallingOrganization): boolean {
  return organization.role === 'owner' && isLiveSession(caller, organization)
}

export function canLeaveOrganization(caller: KnownCaller, organization: CallingOrganization): boolean {
  return isLiveSession(caller, organization)
}

/** Returns whether the caller uses a login session, in an organization that is not a sandbox. */
function isLiveSession(caller: KnownCaller, { sandbox }: CallingOrganization): boolean {
  return caller.kind === 'session' && !sandbox
}
