import { z } from 'zod'
import { pageInput, pageOf, readPage } from '../../../database/pages.ts'
import { type Sql, sql } from '../../../database/sql.ts'
import { operation } from '../../../operations/operation.ts'
import { seesInvitations, invites, invitesToTeam, givesInvitation } from './access.ts'
import { type SeenInvitation, newestFirst, selectInvitations, findInvitation } from './find-invitation.ts'
import {
  Invitation,
  type InvitationStatus,
  invitationFromRow,
  invitationStatuses,
  invitationRef,
  requirePending,
} from './invitation.ts'
import { roles } from '../../../operations/caller.ts'
import { addressOf, email } from '../../auth/accounts/user.ts'
import { findTeam } from '../../teams/access.ts'
import { teamRef } from '../../teams/team.ts'
import { limitEmails, sendInvitation, emailInvitation, recordInvitation } from './send-invitation.ts'
import { expectVersion } from '../../../operations/rows.ts'
import { lifetimes } from '../../../email/lifetimes.ts'
import { randomSecret } from '../../../platform/ids.ts'
import { hashSecret } from '../../auth/accounts/email-tokens.ts'
import { requireRoom } from '../../membership/plans.ts'
import type { Queries } from '../../../database/connect.ts'

export const listInvitations = operation({
  id: 'invitations.list',
  summary: 'List the invitations of the organization, newest first.',
  http: 'GET /api/organization/invitations',
  access: seesInvitations,
  input: z.object({
    status: z.enum(invitationStatuses).optional().describe('Status to filter by.'),
    ...pageInput,
  }),
  output: pageOf(Invitation),
}).run(async (ctx, { status, ...paging }) => {
  return readPage(
    ctx.db,
    paging,
    newestFirst,
    ({ after, orderAndLimit }) =>
      sql`${selectInvitations} where ${ctx.visible.where} and ${status ? statusConditions[status] : sql`true`}
        and ${after} ${orderAndLimit}`,
    (row: SeenInvitation) => invitationFromRow(ctx, row),
  )
})

const statusConditions: Record<InvitationStatus, Sql> = {
  pending: sql`i.status = 'pending' and i.expires_at > now()`,
  expired: sql`i.status = 'pending' and i.expires_at <= now()`,
  accepted: sql`i.status = 'accepted'`,
  declined: sql`i.status = 'declined'`,
  revoked: sql`i.status = 'revoked'`,
}

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

/** Sends an invitation again. The caller becomes its inviter, so it works even if the first inviter lost the right. */
export const resendInvitation = operation({
  id: 'invitations.resend',
  summary: 'Send an invitation again with a new link and a new expiry. The old link stops working.',
  http: 'POST /api/organization/invitations/:invitation/resend',
  access: givesInvitation,
  limit: { account: (_input, caller) => addressOf(caller) },
  input: z.object({ invitation: invitationRef }),
  output: Invitation,
  prepare: (context) => limitEmails(context, context.invitation.email),
}).run(async (ctx) => {
  const { db, invitation: before } = ctx
  expectVersion(ctx, before.version)
  requirePending(before)
  // A pending invitation counts as a member. An expired one does not, so the limit is checked again.
  if (before.status === 'expired') await requireRoom(ctx, before.organization_id, 'members')
  const secret = randomSecret()
  await db.run(
    sql`update invitations set hash = ${hashSecret(secret)}, invited_by = ${ctx.user.id}, expires_at = now() + ${lifetimes.invitation} * interval '1 minute',
            version = version + 1, updated_at = now()
      where id = ${before.id}`,
  )
  const invitation = (await findInvitation(db, sql`i.id = ${before.id}`, false))!
  recordInvitation(ctx, invitation, 'invitation.resent')
  await emailInvitation(ctx, invitation, secret)
  return invitationFromRow(ctx, invitation)
})

export const revokeInvitation = operation({
  id: 'invitations.revoke',
  summary: 'Revoke an invitation. Its link stops working immediately.',
  http: 'DELETE /api/organization/invitations/:invitation',
  access: givesInvitation,
  destructive: true,
  input: z.object({ invitation: invitationRef }),
  output: Invitation,
}).run(async (ctx) => {
  const { invitation } = ctx
  if (invitation.status === 'revoked') return invitationFromRow(ctx, invitation)
  expectVersion(ctx, invitation.version)
  requirePending(invitation)
  await ctx.db.run(
    sql`update invitations set status = 'revoked', version = version + 1, updated_at = now() where id = ${invitation.id}`,
  )
  const revoked = { ...invitation, status: 'revoked' as const, version: invitation.version + 1 }
  recordInvitation(ctx, revoked, 'invitation.revoked')
  return invitationFromRow(ctx, revoked)
})

const days = 90

/** Deletes invitations that were closed long ago, because they contain email addresses. */
export async function purgeInvitations(db: Queries): Promise<void> {
  await db.run(
    sql`delete from invitations
      where case when status = 'pending' then expires_at else updated_at end < now() - interval '${sql.raw(days)} days'`,
  )
}
