import type { Changes } from '../../../database/tables.ts'
import type { Actor, Named } from '../../../database/actor.ts'
import type { Context } from '../../../operations/context.ts'
import type { TeamRow } from '../tables.ts'
import type { EventTypeOf } from '../../../database/events.ts'

interface MemberEvent {
  type: EventTypeOf<'team_member'>
  data?: Record<string, unknown>
  changes?: Changes
  /** The actor, if it isn't the caller: a user who accepts an invitation may not have an account before. */
  actor?: Actor
}

/** Records a team membership event in the organization's journal. */
export function recordMember(
  ctx: Context,
  team: Pick<TeamRow, 'id' | 'slug' | 'organization_id'>,
  { id, name }: Named,
  { type, data, changes, actor }: MemberEvent,
): void {
  ctx.record({
    type,
    subject: { kind: 'team', id: team.id, key: team.slug },
    organizationId: team.organization_id,
    data: { member: { id, name }, ...data },
    ...(changes && { changes }),
    ...(actor && { actor }),
  })
}
