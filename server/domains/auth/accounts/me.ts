import { z } from 'zod'
import { signedIn, ownAccount } from '../../../operations/access.ts'
import { isTestCredential, scopes, roles } from '../../../operations/caller.ts'
import { operation } from '../../../operations/operation.ts'
import { Named } from '../../../operations/actor.ts'
import { modes } from '../credentials/credential-value.ts'
import { organizationsOf } from '../../organizations/organizations-of.ts'
import { profileFromRow, readUser, changeUser, lockUser } from './profile.ts'
import { OrganizationOfUser, Profile, publicOrganization } from './user.ts'
import { sqlState } from '../../../platform/connection-errors.ts'
import { reject } from '../../../errors/errors.ts'
import { isTimezone } from '../../../platform/time-zones.ts'
import { username } from './username.ts'

export const getMe = operation({
  id: 'accounts.getMe',
  summary: 'Get the signed-in user with their credential and current organization.',
  http: 'GET /api/auth/me',
  shows: ['user', 'password', 'member', 'organization', 'sandbox', 'second_factor'],
  access: signedIn,
  withoutSecondFactor: true,
  input: z.object({}),
  output: z.object({
    user: Profile,
    organization: OrganizationOfUser.nullable().describe('Current organization, which requests apply to.'),
    organizations: z.array(OrganizationOfUser).describe('Organizations that the user is a member of.'),
    credential: z.object({
      kind: z.enum(['session', 'impersonation', 'api_key', 'mcp_token']),
      mode: z.enum(modes).describe('Test credentials work only in the sandbox.'),
      scopes: z.array(z.enum(scopes)),
      agent: Named.nullable(),
      impersonator: Named.nullable().describe(
        'Administrator who impersonates the user. Clients show a banner.',
      ),
    }),
    secondFactor: z.object({
      enabled: z.boolean(),
      missing: z
        .enum(['instance', 'organization'])
        .nullable()
        .describe('Scope that requires a second factor your account lacks. Set one up to continue.'),
    }),
  }),
}).run(async (ctx) => {
  const { caller, user } = ctx
  const organizations = await organizationsOf(ctx.db, user.id)
  return {
    user: profileFromRow(await readUser(ctx.db, user.id)),
    organization: caller.organization && publicOrganization(caller.organization),
    // A key or token is bound to one organization and must not reveal the others.
    organizations: organizations.filter(
      ({ id }) =>
        caller.kind === 'session' || caller.kind === 'impersonation' || id === caller.organization?.id,
    ),
    credential: {
      kind: caller.kind,
      mode: isTestCredential(caller) ? 'test' : 'live',
      scopes: [...caller.scopes],
      agent: caller.agent,
      impersonator: caller.impersonator,
    },
    secondFactor: { enabled: caller.secondFactor, missing: caller.secondFactorMissing },
  }
})

export const getMyRole = operation({
  id: 'accounts.getMyRole',
  summary: 'Get your role on this instance and in the current organization.',
  http: 'GET /api/auth/me/role',
  shows: ['member'],
  access: signedIn,
  input: z.object({}),
  output: z.object({ role: z.enum(['user', 'admin']), organizationRole: z.enum(roles).nullable() }),
}).run(async (ctx) => ({ role: ctx.user.role, organizationRole: ctx.caller.organization?.role ?? null }))

export const updateProfile = operation({
  id: 'accounts.updateProfile',
  summary: 'Update your profile: name, username, biography and time zone.',
  http: 'PATCH /api/auth/profile',
  aliases: ['PATCH /api/settings/profile'],
  access: ownAccount,
  input: z.object({
    name: z.string().trim().min(1).max(120).optional().describe('Name that others see.'),
    username: username.optional(),
    bio: z.string().trim().max(500).optional().describe('Short biography, at most 500 characters.'),
    timezone: z
      .string()
      .max(100)
      .refine(isTimezone, 'Must be an IANA time zone, such as Europe/Berlin.')
      .nullable()
      .optional()
      .describe('IANA time zone, such as Europe/Berlin. Null clears it.'),
  }),
  output: Profile,
}).run(async (ctx, { timezone, ...set }) => {
  const user = await lockUser(ctx.db, ctx.user.id)
  const change = changeUser(ctx, user, { ...set, timezone: timezone === null ? '' : timezone })
  return change.catch((error: unknown) => {
    if (sqlState(error) === '23505') reject('already_taken', { field: 'username', value: set.username })
    throw error
  })
})
