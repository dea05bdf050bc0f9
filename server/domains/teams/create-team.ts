import { z } from 'zod'
import { organization } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { createTeamWithLead } from './insert-team.ts'
import { Team, teamFields, teamFromRow } from './team.ts'

export const createTeam = operation({
  id: 'teams.create',
  summary: 'Make a team in the current organization. Whoever makes it leads it.',
  http: 'POST /api/teams',
  access: organization('member'),
  created: true,
  input: z.object({
    name: teamFields.name,
    slug: teamFields.slug
      .optional()
      .describe('Its name in addresses, unique on this instance. Made from the name if left out.'),
    description: teamFields.description.default(''),
  }),
  output: Team,
}).run(async (ctx, input) => {
  return teamFromRow(ctx, await createTeamWithLead(ctx, input))
})
