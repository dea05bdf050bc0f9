import { z } from 'zod'
import { organization } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { createTeamWithLead } from './insert-team.ts'
import { Team, teamFields, teamFromRow } from './team.ts'

export const createTeam = operation({
  id: 'teams.create',
  summary: 'Create a team in the current organization. The caller becomes its lead.',
  http: 'POST /api/teams',
  access: organization('member'),
  created: true,
  input: z.object({
    name: teamFields.name,
    slug: teamFields.slug
      .optional()
      .describe('Slug in URLs, unique on this instance. Default: derived from the name.'),
    description: teamFields.description.default(''),
  }),
  output: Team,
}).run(async (ctx, input) => {
  return teamFromRow(ctx, await createTeamWithLead(ctx, input))
})
