import type { Actor } from '../../../database/actor.ts'
import type { Context } from '../../../operations/context.ts'
import type { EventTypeOf } from '../../../database/events.ts'
import type { SeenInvitation } from './find-invitation.ts'

/** Records an invitation event without the email address, because every member can read the journal. */
export function recordInvitation(
  ctx: Context,
  { id, organization_id: organizationId, role, team_id: team, version }: SeenInvitation,
  type: EventTypeOf<'invitation'>,
  actor?: Actor,
): void {
  ctx.record({
    type,
    organizationId,
    version,
    data: { role, team },
    ...(actor && { actor }),
    subject: { kind: 'invitation', id },
  })
}
