import { z } from 'zod'
import { asPerson, type InOrganization } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import {
  Onboarding,
  readOnboarding,
  showOnboarding,
  startOnboarding,
  storeStep,
  stepAfter,
  steps,
} from './onboarding.ts'
import { roles } from '../../../operations/caller.ts'
import { tokenAgentInput } from '../../auth/credentials/mcp-tokens.ts'
import { email } from '../../auth/accounts/user.ts'
import { limitEmails } from '../invitations/send-invitation.ts'
import { organizationFields } from '../organization.ts'
import { teamFields } from '../../teams/team.ts'
import { findHome, inviteAll, nameOrganization, nameTeam, replaceToken, requireHome } from './set-up.ts'

export const getOnboarding = operation({
  id: 'onboarding.get',
  summary: "Show the caller's onboarding progress.",
  http: 'GET /api/onboarding',
  shows: ['onboarding', 'invitation', 'mcp_token', 'project'],
  access: asPerson,
  input: z.object({}),
  output: Onboarding,
}).run(async (ctx) => showOnboarding(ctx.db, ctx, await readOnboarding(ctx.db, ctx.user.id)))

export const advanceOnboarding = operation({
  id: 'onboarding.advance',
  summary:
    'Set up the organization, team, invitations and token of a new user, step by step or in one request.',
  http: 'POST /api/onboarding',
  access: asPerson,
  input: z.object({
    organization: z
      .object({ name: organizationFields.name, slug: organizationFields.slug.optional() })
      .optional()
      .describe('Name and slug of the organization.'),
    team: z
      .object({ name: teamFields.name, slug: teamFields.slug.optional() })
      .optional()
      .describe('Name and slug of the first team.'),
    invitations: z
      .array(z.object({ email, role: z.enum(roles).default('member') }))
      .max(20)
      .optional()
      .describe('Email addresses to invite, with roles. Already invited addresses are skipped. Maximum 20.'),
    token: z
      .object({ name: z.string().trim().min(1).max(120), ...tokenAgentInput })
      .optional()
      .describe('MCP token to create for the first agent. Replaces an unused one created here.'),
    step: z
      .enum(steps)
      .optional()
      .describe('Step to continue with. Use it to skip a step, go back or finish.'),
  }),
  output: Onboarding,
  async prepare({ app, caller, user, request }, { invitations = [] }) {
    const home = await findHome(app.database, { caller, user }, await readOnboarding(app.database, user.id))
    // A user without an organization is about to create one. Until then, their emails count against the user.
    const organization = (home ?? { id: user.id }) as InOrganization['organization']
    for (const invited of invitations)
      await limitEmails({ app, caller, request, organization }, invited.email)
    return {}
  },
}).run(async (ctx, input) => {
  const row = await startOnboarding(ctx)
  let home = await findHome(ctx.db, ctx, row)
  if (input.organization) home = await nameOrganization(ctx, home, input.organization)
  row.organization_id = home?.id ?? null
  if (input.team) row.team_id = await nameTeam({ ...ctx, organization: requireHome(home) }, row, input.team)
  if (input.invitations)
    await inviteAll({ ...ctx, organization: requireHome(home) }, row.team_id, input.invitations)
  const token =
    input.token && (await replaceToken({ ...ctx, organization: requireHome(home) }, row, input.token))
  row.credential_id = token?.id ?? row.credential_id
  const after = await storeStep(ctx, { ...row, step: input.step ?? stepAfter(row.step, input) })
  return showOnboarding(ctx.db, ctx, after, token?.value)
})
