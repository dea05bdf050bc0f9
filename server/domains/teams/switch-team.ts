import { sql } from '../../database/sql.ts'
import { z } from 'zod'
import { reject } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import { recordOwn } from '../../operations/record-own.ts'
import { onTeam } from './access.ts'
import { Team, teamFromRow, teamRef } from './team.ts'

export const switchTeam = operation({
  id: 'teams.switch',
  summary: "Switch the caller's current team to another team that they belong to.",
  http: 'POST /api/teams/:team/switch',
  access: onTeam('view'),
  input: z.object({ team: teamRef }),
  output: Team,
}).run(async (ctx) => {
  const { db, organization, team, user } = ctx
  if (team.own_role === null) reject('not_in_team', { team: team.slug })
  const changed = await db.run(
    sql`insert into current_teams (user_id, organization_id, team_id) values (${user.id}, ${organization.id}, ${team.id})
     on conflict (user_id, organization_id) do update set team_id = excluded.team_id
       where current_teams.team_id <> excluded.team_id
     returning team_id`,
  )
  if (changed.length > 0) {
    const subject = { kind: 'team', id: team.id, key: team.slug }
    recordOwn(ctx, { ...user, organization }, 'team.switched', subject)
  }
  return teamFromRow(ctx, team)
})
