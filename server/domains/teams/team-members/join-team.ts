import { sql } from '../../../database/sql.ts'
import type { Actor, Named } from '../../../database/actor.ts'
import type { Context } from '../../../operations/context.ts'
import { reject } from '../../../errors/errors.ts'
import { lockMember } from '../../membership/lock.ts'
import type { TeamMemberRow, TeamRole, TeamRow } from '../tables.ts'
import { recordMember } from './record-member.ts'

/**
 * Adds a user to a team. Rejects guests and users outside the organization. Returns undefined if they are in the team
 * already. The recorded actor is the caller unless `actor` is given.
 */
export async function joinTeam(
  ctx: Context,
  team: TeamRow,
  person: Named,
  role: TeamRole,
  actor?: Actor,
): Promise<TeamMemberRow | undefined> {
  const membership = await lockMember(ctx.db, team.organization_id, person.id)
  if (!membership) reject('gone_meanwhile')
  if (membership.role === 'guest') reject('guest_in_team', { name: person.name })
  const [member] = await ctx.db.run<TeamMemberRow>(
    sql`insert into team_members (team_id, organization_id, user_id, role) values (${team.id}, ${team.organization_id}, ${person.id}, ${role})
     on conflict do nothing returning *`,
  )
  if (member)
    recordMember(ctx, team, person, { type: 'team_member.added', data: { role }, ...(actor && { actor }) })
  return member
}
