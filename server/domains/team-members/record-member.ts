import type { Changes } from '../../database/tables.ts'
import type { Actor, Named } from '../../operations/caller.ts'
import type { Context } from '../../operations/context.ts'
import type { TeamRow } from '../teams/tables.ts'
import type { teamMemberEvents } from './events.ts'

interface Happened {
  type: keyof typeof teamMemberEvents
  data?: Record<string, unknown>
  changes?: Changes
  /** Who did it, where that is not the caller: whoever answers an invitation may be nobody before. */
  actor?: Actor
}

/** Tells the organization what happened to somebody's place in a team. */
export function recordMember(
  ctx: Context,
  team: Pick<TeamRow, 'id' | 'slug' | 'organization_id'>,
  { id, name }: Named,
  { type, data, changes, actor }: Happened,
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
