import { sql } from '../../../database/sql.ts'
import type { Actor } from '../../../database/actor.ts'
import { type CallingOrganization, actorOf, anonymous, userActor } from '../../../operations/caller.ts'
import type { Context } from '../../../operations/context.ts'
import { reject } from '../../../errors/errors.ts'
import { type NewMember, joinOrganization } from '../join-organization.ts'
import type { SeenInvitation } from './find-invitation.ts'
import { requireOpen } from './invitation.ts'
import { recordInvitation } from './send-invitation.ts'

/** Accepts a locked invitation that was sent to the user's address. */
export async function acceptAs(
  ctx: Context,
  person: NewMember,
  invitation: SeenInvitation,
): Promise<CallingOrganization> {
  requireAcceptable(invitation)
  const { organization_id: organizationId, role, team_id: teamId } = invitation
  // A pending invitation counts as a member, so it is closed first to not count the user twice.
  await closeInvitation(ctx, invitation, 'accepted', userActor(person))
  return joinOrganization(ctx, person, { organizationId, role, teamId })
}

/** Rejects an invitation that can no longer be accepted. */
export function requireAcceptable(invitation: SeenInvitation): void {
  requireOpen(invitation)
  if (!invitation.inviter_can_grant) reject('invitation_void')
}

/** Declines an invitation. Records an anonymous actor, to not reveal whether the address has an account. */
export async function decline(ctx: Context, invitation: SeenInvitation): Promise<void> {
  requireOpen(invitation)
  await closeInvitation(ctx, invitation, 'declined', actorOf(anonymous))
}

async function closeInvitation(
  ctx: Context,
  invitation: SeenInvitation,
  status: 'accepted' | 'declined',
  actor: Actor,
): Promise<void> {
  await ctx.db.run(
    sql`update invitations set status = ${status}, answered_at = now(), version = version + 1, updated_at = now() where id = ${invitation.id}`,
  )
  const closed = { ...invitation, version: invitation.version + 1 }
  recordInvitation(ctx, closed, `invitation.${status}`, actor)
}
