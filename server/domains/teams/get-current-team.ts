import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { onCurrentTeam } from './access.ts'
import { teamWithCounts } from './team-counts.ts'
import { CountedTeam, otherTeam } from './team.ts'

export const getCurrentTeam = operation({
  id: 'teams.getCurrent',
  summary: 'Show the team that the caller works in: the one chosen last, or else the one joined first.',
  http: 'GET /api/team',
  access: onCurrentTeam('view'),
  input: z.object({ team: otherTeam }),
  output: CountedTeam,
}).run(teamWithCounts)
