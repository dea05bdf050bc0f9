import { z } from 'zod'
import { identityFrom } from '../identity.ts'
import type { Identity } from './auth-backend.ts'

const text = z.string().optional().catch(undefined)

/** A user as the external backend answers one. People write their metadata themselves: a name, and nothing to rely on. */
export const User = z.object({
  id: z.uuid(),
  email: z.string().nullish(),
  email_confirmed_at: z.string().nullish(),
  user_metadata: z.object({ name: text, full_name: text }).optional().catch(undefined),
  identities: z.array(z.unknown()).nullish(),
})
export type User = z.output<typeof User>

/** Whoever has just signed in there. The tokens that come along are not kept: Baton has its own. */
export const Session = z.object({ user: User })

export function identityOf(user: User, issuer: string): Identity {
  const { name, full_name } = user.user_metadata ?? {}
  return identityFrom({
    ...{ provider: 'backend', issuer, subject: user.id },
    email: user.email ?? null,
    emailVerified: typeof user.email_confirmed_at === 'string',
    name: name ?? full_name ?? null,
  })
}
