import { z } from 'zod'
import { roles } from '../../operations/caller.ts'
import { operation } from '../../operations/operation.ts'
import { addressOf, email } from '../accounts/user.ts'
import { findTeam } from '../teams/access.ts'
import { teamRef } from '../teams/team.ts'
import { invites } from './access.ts'
import { Invitation, invitationFromRow } from './invitation.ts'
import { limitEmails } from './limit-emails.ts'
import { sendInvitation } from './send-invitation.ts'

export const createInvitation = operation({
  id: 'invitations.create',
  summary: 'Invite somebody to the organization by mail, and into a team of it if one is named.',
  http: 'POST /api/organization/invitations',
  access: invites,
  created: true,
  limit: { account: (_input, caller) => addressOf(caller) },
  input: z.object({
    email: email.describe('The address of whoever is invited.'),
    role: z.enum(roles).default('member').describe('What they will be in the organization.'),
    team: teamRef.optional().describe('The team that they come into, too: its slug or its id.'),
  }),
  output: Invitation,
  prepare: (asking, input) => limitEmails(asking, input.email),
}).run(async (ctx, input) => {
  const team = input.team === undefined ? null : await findTeam(ctx.db, ctx, input.team, false)
  return invitationFromRow(ctx, await sendInvitation(ctx, { ...input, team }))
})
