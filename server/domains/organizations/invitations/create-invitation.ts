import { z } from 'zod'
import { roles } from '../../../operations/caller.ts'
import { operation } from '../../../operations/operation.ts'
import { addressOf, email } from '../../auth/accounts/user.ts'
import { findTeam } from '../../teams/access.ts'
import { teamRef } from '../../teams/team.ts'
import { invites } from './access.ts'
import { Invitation, invitationFromRow } from './invitation.ts'
import { limitEmails } from './limit-emails.ts'
import { sendInvitation } from './send-invitation.ts'

export const createInvitation = operation({
  id: 'invitations.create',
  summary: 'Invite a user to the organization by email, optionally into a team.',
  http: 'POST /api/organization/invitations',
  access: invites,
  created: true,
  limit: { account: (_input, caller) => addressOf(caller) },
  input: z.object({
    email: email.describe('Email address to invite.'),
    role: z.enum(roles).default('member').describe('Role in the organization.'),
    team: teamRef.optional().describe('Team to join as well: slug or id.'),
  }),
  output: Invitation,
  prepare: (context, input) => limitEmails(context, input.email),
}).run(async (ctx, input) => {
  const team = input.team === undefined ? null : await findTeam(ctx.db, ctx, input.team, false)
  return invitationFromRow(ctx, await sendInvitation(ctx, { ...input, team }))
})
