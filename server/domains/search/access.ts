import { type AccessRule, type InOrganization, requireOrganization } from '../../operations/access.ts'

/** Allows searches for every role, because visible-entries.ts returns only visible entries. */
export const searchAccess: AccessRule<unknown, InOrganization> = {
  name: 'findsWhatIsSeen',
  sentence: 'Everyone in the organization, for the items that they can see.',
  open: false,
  leastRole: 'guest',
  check: ({ caller, reads }) => requireOrganization(caller, reads, 'guest'),
}
