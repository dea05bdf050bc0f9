import { z } from 'zod'
import { SecondFactorNeeded } from '../second-factor/methods.ts'
import type { Caller, CallingOrganization, CallingUser } from '../../../operations/caller.ts'

export const User = z
  .object({
    id: z.uuid(),
    email: z.string(),
    username: z.string().describe('Name in public URLs.'),
    name: z.string(),
    role: z.enum(['user', 'admin']).describe('Role on this instance. Organization roles are separate.'),
  })
  .meta({ id: 'User' })

/** The profile and account details that only the user can see. */
export const Profile = User.extend({
  emailVerified: z.boolean().describe('Whether the email address is verified.'),
  bio: z.string(),
  timezone: z.string().nullable().describe('IANA time zone, such as Europe/Berlin.'),
  avatarUrl: z.string().nullable().describe('Path of the avatar on this server.'),
  coverUrl: z.string().nullable(),
  eraseAt: z.iso.datetime().nullable().describe('Time of the scheduled erasure, if any.'),
  hasPassword: z.boolean().describe('Whether the account has a password.'),
  createdAt: z.iso.datetime(),
  version: z.int(),
}).meta({ id: 'Profile' })

export const OrganizationOfUser = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  role: z.enum(['owner', 'admin', 'member', 'guest']),
  sandbox: z.boolean().describe('Whether this is a sandbox, where test credentials work.'),
})

export const SignedInResponse = z.object({
  token: z.string().describe('Send it as "Authorization: Bearer <token>".'),
  expiresAt: z.iso.datetime(),
  user: User,
  organization: OrganizationOfUser.nullable(),
})

/** The response of every sign-in method: a login, or a request for the account's second factor. */
export const SignInResponse = z.union([SignedInResponse, SecondFactorNeeded])

export function publicUser({ id, email, username, name, role }: CallingUser): z.output<typeof User> {
  return { id, email, username, name, role }
}

export function publicOrganization(organization: CallingOrganization): z.output<typeof OrganizationOfUser> {
  const { id, slug, name, role, sandbox } = organization
  return { id, slug, name, role, sandbox }
}

export const email = z.email('Enter an email address.').max(254).describe('Email address of the account.')

/**
 * Returns the rate-limit key of the caller: the email address, so that attempts count together with failed sign-ins.
 */
export function addressOf(caller: Caller): string {
  return caller.kind === 'anonymous' ? '' : caller.user.email
}

export const password = z.string().max(1024).describe('Password of the account.')
export const newPassword = z
  .string()
  .min(10, 'Must have at least 10 characters.')
  .max(1024)
  .describe('New password with at least 10 characters. A sentence works well.')

export const linkToken = z.string().min(1).max(500).describe('Secret from the link in the email.')

/** The same response whether or not an account has the address. */
export const EmailSent = z.object({ sent: z.literal(true) })
