import type { Actor } from '../../operations/caller.ts'
import type { Context } from '../../operations/context.ts'
import type { invitationEvents } from './events.ts'
import type { SeenInvitation } from './find-invitation.ts'

/** Without the address: everybody in the organization reads it, and the address concerns those alone who invite. */
export function recordInvitation(
  ctx: Context,
  { id, organization_id: organizationId, role, team_id: team, version }: SeenInvitation,
  type: keyof typeof invitationEvents,
  actor?: Actor,
): void {
  ctx.record({
    ...{ type, organizationId, version, data: { role, team }, ...(actor && { actor }) },
    subject: { kind: 'invitation', id },
  })
}
