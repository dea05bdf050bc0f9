import {
  type Actor,
  type CallingOrganization,
  actorOf,
  anonymous,
  userActor,
} from '../../operations/caller.ts'
import type { Context } from '../../operations/context.ts'
import { reject } from '../../operations/errors.ts'
import { type NewMember, joinOrganization } from '../organizations/join-organization.ts'
import type { SeenInvitation } from './find-invitation.ts'
import { requireOpen } from './invitation.ts'
import { recordInvitation } from './record-invitation.ts'

/** Somebody joins, by an invitation that is held and was sent to their address. */
export async function acceptAs(
  ctx: Context,
  person: NewMember,
  invitation: SeenInvitation,
): Promise<CallingOrganization> {
  requireAcceptable(invitation)
  const { organization_id: organizationId, role, team_id: teamId } = invitation
  // First, because whoever waits counts as a member: nobody counts twice.
  await answer(ctx, invitation, 'accepted', userActor(person))
  return joinOrganization(ctx, person, { organizationId, role, teamId })
}

/** Whether anybody can still join by it. */
export function requireAcceptable(invitation: SeenInvitation): void {
  requireOpen(invitation)
  if (!invitation.stands) reject('invitation_void')
}

/** Nobody in the organization is told who it was: that an address has an account is its owner's to tell. */
export async function decline(ctx: Context, invitation: SeenInvitation): Promise<void> {
  requireOpen(invitation)
  await answer(ctx, invitation, 'declined', actorOf(anonymous))
}

async function answer(
  ctx: Context,
  invitation: SeenInvitation,
  status: 'accepted' | 'declined',
  actor: Actor,
): Promise<void> {
  await ctx.db.run(
    `update invitations set status = $2, answered_at = now(), version = version + 1, updated_at = now() where id = $1`,
    [invitation.id, status],
  )
  const answered = { ...invitation, version: invitation.version + 1 }
  recordInvitation(ctx, answered, `invitation.${status}`, actor)
}
