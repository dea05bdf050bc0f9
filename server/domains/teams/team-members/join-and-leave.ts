import type { Changes } from '../../../database/tables.ts'
import type { Actor, Named } from '../../../database/actor.ts'
import type { Context } from '../../../operations/context.ts'
import type { TeamRow, TeamMemberRow, TeamRole } from '../tables.ts'
import type { EventTypeOf } from '../../../database/events.ts'
import { sql } from '../../../database/sql.ts'
import { reject } from '../../../errors/errors.ts'
import { lockMember } from '../../membership/lock.ts'
import type { Queries } from '../../../database/connect.ts'

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

export type LeftTeam = Pick<TeamRow, 'id' | 'slug' | 'organization_id'>

/** Removes a user from all teams of the organizations. Returns these teams, so that the caller can record events. */
export function leaveTeams(db: Queries, organizationIds: string[], userId: string): Promise<LeftTeam[]> {
  return db.run<LeftTeam>(
    sql`delete from team_members m using teams t
      where t.id = m.team_id and m.organization_id = any(${organizationIds}) and m.user_id = ${userId}
      returning t.id, t.slug, t.organization_id`,
  )
}

export function recordLeft(ctx: Context, teams: LeftTeam[], person: Named): void {
  for (const team of teams) recordMember(ctx, team, person, { type: 'team_member.removed' })
}
