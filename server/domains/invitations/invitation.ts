import { z } from 'zod'
import { type Caller, roles } from '../../operations/caller.ts'
import { reject } from '../../operations/errors.ts'
import { may } from '../../operations/may.ts'
import type { SeenInvitation } from './find-invitation.ts'
import { type Giver, mayGive } from './grantable-roles.ts'
import { invitationStatuses } from './tables.ts'

const shared = {
  id: z.uuid(),
  email: z.string().describe('The address it was sent to.'),
  role: z.enum(roles).describe('What it makes of whoever accepts it.'),
  status: z.enum(invitationStatuses),
  expiresAt: z.iso.datetime(),
}

/** As those see it who invite. */
export const Invitation = z
  .object({
    ...shared,
    team: z
      .object({ id: z.uuid(), slug: z.string(), name: z.string() })
      .nullable()
      .describe('The team that whoever accepts it comes into.'),
    invitedBy: z.object({ id: z.uuid(), name: z.string() }).describe('Who sent it, or sent it again.'),
    createdAt: z.iso.datetime(),
    answeredAt: z.iso.datetime().nullable().describe('When it was accepted or declined.'),
    version: z.int(),
    may: z
      .object({
        resend: z.boolean().describe('Mail it again, with a new link.'),
        revoke: z.boolean().describe('Take it back.'),
      })
      .describe('What the caller may do with it.'),
  })
  .meta({ id: 'Invitation' })

export function invitationFromRow(
  ctx: { caller: Caller } & Pick<Giver, 'most'>,
  row: SeenInvitation,
): z.output<typeof Invitation> {
  const open = (row.status === 'pending' || row.status === 'expired') && mayGive(ctx, row.role)
  return {
    ...{ id: row.id, email: row.email, role: row.role, status: row.status, expiresAt: row.expires_at },
    team: row.team_id ? { id: row.team_id, slug: row.team_slug!, name: row.team_name! } : null,
    invitedBy: { id: row.invited_by, name: row.inviter_name },
    createdAt: row.created_at,
    answeredAt: row.answered_at,
    version: row.version,
    may: may(ctx.caller, { resend: open, revoke: open }),
  }
}

/** As those see it who were invited: names, and nothing else of an organization that they are not in. */
export const ReceivedInvitation = z
  .object({
    ...shared,
    organization: z.object({ name: z.string() }),
    team: z.object({ name: z.string() }).nullable(),
    invitedBy: z.object({ name: z.string() }),
    mayAccept: z.boolean().describe('Whether the caller is signed in with the address that it was sent to.'),
  })
  .meta({ id: 'ReceivedInvitation' })

export function receivedFromRow(caller: Caller, row: SeenInvitation): z.output<typeof ReceivedInvitation> {
  // What its sender could no longer give is of no more use than what has expired.
  const status = row.status === 'pending' && !row.stands ? 'expired' : row.status
  return {
    ...{ id: row.id, email: row.email, role: row.role, status, expiresAt: row.expires_at },
    organization: { name: row.organization_name },
    team: row.team_name === null ? null : { name: row.team_name },
    invitedBy: { name: row.inviter_name },
    mayAccept: status === 'pending' && caller.kind === 'session' && isFor(row, caller.user.email),
  }
}

/** Whether it was sent to this address. */
export function isFor({ email }: Pick<SeenInvitation, 'email'>, address: string): boolean {
  return email.toLowerCase() === address.toLowerCase()
}

/** What was answered or taken back stays so. */
export function requirePending({ status }: Pick<SeenInvitation, 'status'>): void {
  if (status === 'accepted' || status === 'declined') reject('invitation_answered', { status })
  if (status === 'revoked') reject('invitation_revoked')
}

export function requireOpen(invitation: Pick<SeenInvitation, 'status'>): void {
  requirePending(invitation)
  if (invitation.status === 'expired') reject('invitation_expired')
}

export const invitationRef = z.uuid().describe('The id of the invitation.').meta({ refers: 'invitation' })
export const mailedSecret = z.string().min(1).max(500).describe('The secret from the link in the mail.')
