import type { Changes } from '../../database/tables.ts'
import type { Named } from '../../operations/caller.ts'
import type { Context } from '../../operations/context.ts'
import type { TeamRow } from '../teams/tables.ts'
import type { teamMemberEvents } from './events.ts'

interface Happened {
  type: keyof typeof teamMemberEvents
  data?: Record<string, unknown>
  changes?: Changes
}

/** Tells the organization what happened to somebody's place in a team. */
export function recordMember(
  ctx: Context,
  team: Pick<TeamRow, 'id' | 'slug' | 'organization_id'>,
  { id, name }: Named,
  { type, data, changes }: Happened,
): void {
  ctx.record({
    type,
    subject: { kind: 'team', id: team.id, key: team.slug },
    organizationId: team.organization_id,
    data: { member: { id, name }, ...data },
    ...(changes && { changes }),
  })
}
