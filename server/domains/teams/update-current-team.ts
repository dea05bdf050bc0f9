import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { onCurrentTeam } from './access.ts'
import { changeTeam } from './change-team.ts'
import { Team, changedTeamFields, otherTeam } from './team.ts'

export const updateCurrentTeam = operation({
  id: 'teams.updateCurrent',
  summary: "Change the name, slug or description of the caller's current team.",
  http: 'PATCH /api/team',
  access: onCurrentTeam('manage'),
  input: z.object({ team: otherTeam, ...changedTeamFields }),
  output: Team,
}).run((ctx, { team: _, ...set }) => changeTeam(ctx, set))
