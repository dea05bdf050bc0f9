import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { onCurrentTeam } from './access.ts'
import { teamWithCounts } from './team-counts.ts'
import { CountedTeam, otherTeam } from './team.ts'

export const getCurrentTeam = operation({
  id: 'teams.getCurrent',
  summary: "Get the caller's current team: the one they last switched to, or else the one they joined first.",
  http: 'GET /api/team',
  access: onCurrentTeam('view'),
  input: z.object({ team: otherTeam }),
  output: CountedTeam,
}).run(teamWithCounts)
