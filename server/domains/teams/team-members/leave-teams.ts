import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import type { Named } from '../../../database/actor.ts'
import type { Context } from '../../../operations/context.ts'
import type { TeamRow } from '../tables.ts'
import { recordMember } from './record-member.ts'

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
