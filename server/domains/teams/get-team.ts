import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { onTeam } from './access.ts'
import { teamWithCounts } from './team-counts.ts'
import { CountedTeam, teamRef } from './team.ts'

export const getTeam = operation({
  id: 'teams.get',
  summary: 'Get a team of the organization.',
  http: 'GET /api/teams/:team',
  shows: ['team', 'member', 'team_member', 'user'],
  access: onTeam('view'),
  input: z.object({ team: teamRef }),
  output: CountedTeam,
}).run(teamWithCounts)
