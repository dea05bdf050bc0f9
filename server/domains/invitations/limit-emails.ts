import type { InOrganization } from '../../operations/access.ts'
import { rejectOverLimit } from '../../operations/errors.ts'
import type { Asking } from '../../operations/operation.ts'

const hour = 3_600_000

/** To one address, of all organizations together. */
export const mailsToOneAddress = 10

/**
 * Whoever invites chooses whom we write to, so an organization cannot have us write to everybody, nor many of them to
 * one. Counted before the transaction: what is refused afterwards counts too, as it may be a guess at who is a member.
 */
export async function limitEmails(
  { app, organization }: Asking & Pick<InOrganization, 'organization'>,
  email: string,
): Promise<object> {
  const { rateLimits, config } = app
  const bounds = [
    [`invitations of ${organization.id}`, config.RATE_LIMIT_INVITATIONS],
    [`invitations to ${email.toLowerCase()}`, mailsToOneAddress],
  ] as const
  for (const [key, limit] of bounds) rejectOverLimit(await rateLimits.countExactly(key, limit, hour))
  return {}
}
