import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { addressOf, email } from '../../auth/accounts/user.ts'
import { teamRef } from '../../teams/team.ts'
import { invitesToTeam } from './access.ts'
import { Invitation, invitationFromRow } from './invitation.ts'
import { limitEmails } from './limit-emails.ts'
import { sendInvitation } from './send-invitation.ts'

export const inviteToTeam = operation({
  id: 'invitations.inviteToTeam',
  summary: 'Invite a user to a team, and so to the organization, by email.',
  http: 'POST /api/teams/:team/invite',
  access: invitesToTeam,
  created: true,
  limit: { account: (_input, caller) => addressOf(caller) },
  input: z.object({
    team: teamRef,
    email: email.describe('Email address to invite.'),
    role: z
      .enum(['member', 'admin', 'owner'])
      .default('member')
      .describe('Role in the organization. Team leads can only grant member.'),
  }),
  output: Invitation,
  prepare: (context, input) => limitEmails(context, input.email),
}).run(async (ctx, { email: address, role }) =>
  invitationFromRow(ctx, await sendInvitation(ctx, { email: address, role, team: ctx.team })),
)
