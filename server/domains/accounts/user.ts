import { z } from 'zod'
import { SecondFactorNeeded } from '../second-factor/methods.ts'
import type { Caller, CallingOrganization, CallingUser } from '../../operations/caller.ts'

export const User = z
  .object({
    id: z.uuid(),
    email: z.string(),
    username: z.string().describe('The name in public addresses.'),
    name: z.string(),
    role: z
      .enum(['user', 'admin'])
      .describe('The role on this instance; roles in organizations are separate.'),
  })
  .meta({ id: 'User' })

/** All that people say of themselves and that we know of their account. Nobody but they see it. */
export const Profile = User.extend({
  emailVerified: z.boolean().describe('Whether they have proved that the address is theirs.'),
  bio: z.string(),
  timezone: z.string().nullable().describe('An IANA name: Europe/Berlin.'),
  avatarUrl: z.string().nullable().describe('Where their picture is, on this server.'),
  coverUrl: z.string().nullable(),
  eraseAt: z.iso.datetime().nullable().describe('When the account will be erased, if they asked for it.'),
  hasPassword: z.boolean().describe('Whether a password opens it.'),
  createdAt: z.iso.datetime(),
  version: z.int(),
}).meta({ id: 'Profile' })

export const OrganizationOfUser = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  role: z.enum(['owner', 'admin', 'member', 'guest']),
  sandbox: z.boolean().describe('Whether it is the sandbox of another one, where test credentials work.'),
})

export const SignedInResponse = z.object({
  token: z.string().describe('Send it as "Authorization: Bearer <token>".'),
  expiresAt: z.iso.datetime(),
  user: User,
  organization: OrganizationOfUser.nullable(),
})

/** The answer of every sign-in method: a login, or a request for the second factor of the account. */
export const SignInResponse = z.union([SignedInResponse, SecondFactorNeeded])

export function publicUser({ id, email, username, name, role }: CallingUser): z.output<typeof User> {
  return { id, email, username, name, role }
}

export function publicOrganization(organization: CallingOrganization): z.output<typeof OrganizationOfUser> {
  const { id, slug, name, role, sandbox } = organization
  return { id, slug, name, role, sandbox }
}

export const email = z
  .email('Give an e-mail address.')
  .max(254)
  .describe('The e-mail address of the account.')
/** What the guesses of a signed-in person are counted by: the same as those of whoever wants to be them. */
export function addressOf(caller: Caller): string {
  return caller.kind === 'anonymous' ? '' : caller.user.email
}

export const password = z.string().max(1024).describe('The password of the account.')
export const newPassword = z
  .string()
  .min(10, 'A password has at least 10 characters.')
  .max(1024)
  .describe('At least 10 characters. A sentence is a good password.')

export const linkToken = z.string().min(1).max(500).describe('The secret from the link in the mail.')

/** The same whether or not there is an account with the address. */
export const EmailSent = z.object({ sent: z.literal(true) })
