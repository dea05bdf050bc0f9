import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { onTeam } from './access.ts'
import { changeTeam } from './change-team.ts'
import { Team, changedTeamFields, teamRef } from './team.ts'

export const updateTeam = operation({
  id: 'teams.update',
  summary: 'Change the name, slug or description of a team.',
  http: 'PATCH /api/teams/:team',
  access: onTeam('manage'),
  input: z.object({ team: teamRef, ...changedTeamFields }),
  output: Team,
}).run((ctx, { team: _, ...set }) => changeTeam(ctx, set))
