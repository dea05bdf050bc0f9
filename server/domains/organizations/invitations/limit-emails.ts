import type { InOrganization } from '../../../operations/access.ts'
import { rejectOverLimit } from '../../../errors/errors.ts'
import type { Asking } from '../../../operations/operation.ts'

const hourMs = 3_600_000

/** Maximum invitation emails per hour to one address, across all organizations. */
export const maxEmailsPerAddress = 10

/**
 * Limits invitation emails per organization and per recipient, because inviters choose the recipients freely. Counts
 * before the transaction, so that rejected invitations count too: they could probe which addresses are members.
 */
export async function limitEmails(
  { app, organization }: Asking & Pick<InOrganization, 'organization'>,
  email: string,
): Promise<object> {
  const { rateLimits, config } = app
  const bounds = [
    [`invitations of ${organization.id}`, config.RATE_LIMIT_INVITATIONS],
    [`invitations to ${email.toLowerCase()}`, maxEmailsPerAddress],
  ] as const
  for (const [key, limit] of bounds) rejectOverLimit(await rateLimits.countExactly(key, limit, hourMs))
  return {}
}
