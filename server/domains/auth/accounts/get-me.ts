import { z } from 'zod'
import { signedIn } from '../../../operations/access.ts'
import { isTestCredential, scopes } from '../../../operations/caller.ts'
import { operation } from '../../../operations/operation.ts'
import { Named } from '../../../operations/actor.ts'
import { modes } from '../credentials/credential-value.ts'
import { organizationsOf } from '../../organizations/organizations-of.ts'
import { profileFromRow, readUser } from './profile.ts'
import { OrganizationOfUser, Profile, publicOrganization } from './user.ts'

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
      impersonator: Named.nullable(),
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
      ({ id }) => caller.kind === 'session' || id === caller.organization?.id,
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
