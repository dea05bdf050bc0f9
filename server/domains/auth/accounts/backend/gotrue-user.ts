import { z } from 'zod'
import { identityFrom } from '../identity.ts'
import type { Identity } from '../../../../operations/auth-backend.ts'

const text = z.string().optional().catch(undefined)

/**
 * A user in a response of the external backend. Users edit `user_metadata` themselves: only the name is read from it.
 */
export const User = z.object({
  id: z.uuid(),
  email: z.string().nullish(),
  email_confirmed_at: z.string().nullish(),
  user_metadata: z.object({ name: text, full_name: text }).optional().catch(undefined),
  identities: z.array(z.unknown()).nullish(),
})
export type User = z.output<typeof User>

/** The response to a sign-in at the backend. Its tokens are discarded, because Baton issues its own. */
export const Session = z.object({ user: User })

export function identityOf(user: User, issuer: string): Identity {
  const { name, full_name } = user.user_metadata ?? {}
  return identityFrom({
    provider: 'backend',
    issuer,
    subject: user.id,
    email: user.email ?? null,
    emailVerified: typeof user.email_confirmed_at === 'string',
    name: name ?? full_name ?? null,
  })
}
