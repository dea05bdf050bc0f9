import { type AccessRule, type InOrganization, requireOrganization } from '../../operations/access.ts'

/** For searches: everybody in the organization may ask, and finds what they see (visible-entries.ts). */
export const findsWhatIsSeen: AccessRule<unknown, InOrganization> = {
  name: 'findsWhatIsSeen',
  sentence: 'Everybody in the organization, for what they see of it.',
  open: false,
  leastRole: 'guest',
  check: ({ caller, reads }) => requireOrganization(caller, reads, 'guest'),
}
