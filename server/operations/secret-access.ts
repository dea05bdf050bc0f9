import { type AccessRule, type InOrganization, administers, asPerson } from './access.ts'

/**
 * For the secrets of an organization at other servers. They reach beyond Baton, so a leaked key or token must not be
 * able to replace them.
 */
export const administersSecrets: AccessRule<unknown, InOrganization> = {
  ...administers,
  name: 'administersSecrets',
  sentence: 'Signed-in owners and admins of the organization. Not with keys, tokens or impersonation.',
  sessionOnly: true,
  async check(asked, input) {
    await asPerson.check(asked, input)
    return administers.check(asked, input)
  },
}
