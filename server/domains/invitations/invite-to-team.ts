import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { addressOf, email } from '../accounts/user.ts'
import { teamRef } from '../teams/team.ts'
import { invitesToTeam } from './access.ts'
import { Invitation, invitationFromRow } from './invitation.ts'
import { limitEmails } from './limit-emails.ts'
import { sendInvitation } from './send-invitation.ts'

export const inviteToTeam = operation({
  id: 'invitations.inviteToTeam',
  summary: 'Invite somebody by mail into a team, and so to the organization.',
  http: 'POST /api/teams/:team/invite',
  access: invitesToTeam,
  created: true,
  limit: { account: (_input, caller) => addressOf(caller) },
  input: z.object({
    team: teamRef,
    email: email.describe('The address of whoever is invited.'),
    role: z
      .enum(['member', 'admin', 'owner'])
      .default('member')
      .describe('What they will be in the organization. A lead of the team gives member.'),
  }),
  output: Invitation,
  prepare: (asking, input) => limitEmails(asking, input.email),
}).run(async (ctx, { email: address, role }) =>
  invitationFromRow(ctx, await sendInvitation(ctx, { email: address, role, team: ctx.team })),
)
