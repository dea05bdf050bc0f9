import { z } from 'zod'
import { type Caller, roles } from '../../../operations/caller.ts'
import { reject } from '../../../errors/errors.ts'
import { may } from '../../../operations/may.ts'
import type { SeenInvitation } from './find-invitation.ts'
import { type Inviter, canGrant } from './grantable-roles.ts'

/** Statuses of an invitation. The table does not store `expired`: a pending invitation becomes expired with time. */
export const invitationStatuses = ['pending', 'accepted', 'declined', 'expired', 'revoked'] as const
export type InvitationStatus = (typeof invitationStatuses)[number]

const shared = {
  id: z.uuid(),
  email: z.string().describe('Invited email address.'),
  role: z.enum(roles).describe('Role in the organization after acceptance.'),
  status: z.enum(invitationStatuses),
  expiresAt: z.iso.datetime(),
}

/** An invitation as members who can invite see it. */
export const Invitation = z
  .object({
    ...shared,
    team: z
      .object({ id: z.uuid(), slug: z.string(), name: z.string() })
      .nullable()
      .describe('Team to join on acceptance.'),
    invitedBy: z.object({ id: z.uuid(), name: z.string() }).describe('Member who last sent it.'),
    createdAt: z.iso.datetime(),
    answeredAt: z.iso.datetime().nullable().describe('Time of acceptance or decline.'),
    version: z.int(),
    may: z
      .object({
        resend: z.boolean().describe('Send it again with a new link.'),
        revoke: z.boolean().describe('Revoke it.'),
      })
      .describe('Actions that the caller can perform.'),
  })
  .meta({ id: 'Invitation' })

export function invitationFromRow(
  ctx: { caller: Caller } & Pick<Inviter, 'maxRole'>,
  row: SeenInvitation,
): z.output<typeof Invitation> {
  const isOpen = (row.status === 'pending' || row.status === 'expired') && canGrant(ctx, row.role)
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    status: row.status,
    expiresAt: row.expires_at,
    team: row.team_id ? { id: row.team_id, slug: row.team_slug!, name: row.team_name! } : null,
    invitedBy: { id: row.invited_by, name: row.inviter_name },
    createdAt: row.created_at,
    answeredAt: row.answered_at,
    version: row.version,
    may: may(ctx.caller, { resend: isOpen, revoke: isOpen }),
  }
}

/** An invitation as the invited user sees it. It shows only names, because the user is not in the organization yet. */
export const ReceivedInvitation = z
  .object({
    ...shared,
    organization: z.object({ name: z.string() }),
    team: z.object({ name: z.string() }).nullable(),
    invitedBy: z.object({ name: z.string() }),
    mayAccept: z.boolean().describe('Whether the caller is signed in with the invited email address.'),
  })
  .meta({ id: 'ReceivedInvitation' })

export function receivedFromRow(caller: Caller, row: SeenInvitation): z.output<typeof ReceivedInvitation> {
  // An invitation whose inviter lost the right to grant the role is as unusable as an expired one.
  const status = row.status === 'pending' && !row.inviter_can_grant ? 'expired' : row.status
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    status,
    expiresAt: row.expires_at,
    organization: { name: row.organization_name },
    team: row.team_name === null ? null : { name: row.team_name },
    invitedBy: { name: row.inviter_name },
    mayAccept: status === 'pending' && caller.kind === 'session' && isFor(row, caller.user.email),
  }
}

/** Returns whether the invitation was sent to this address. */
export function isFor({ email }: Pick<SeenInvitation, 'email'>, address: string): boolean {
  return email.toLowerCase() === address.toLowerCase()
}

/** Rejects an invitation that was accepted, declined or revoked. */
export function requirePending({ status }: Pick<SeenInvitation, 'status'>): void {
  if (status === 'accepted' || status === 'declined') reject('invitation_answered', { status })
  if (status === 'revoked') reject('invitation_revoked')
}

export function requireOpen(invitation: Pick<SeenInvitation, 'status'>): void {
  requirePending(invitation)
  if (invitation.status === 'expired') reject('invitation_expired')
}

export const invitationRef = z.uuid().describe('Id of the invitation.').meta({ refers: 'invitation' })
export const mailedSecret = z.string().min(1).max(500).describe('Secret from the link in the email.')
