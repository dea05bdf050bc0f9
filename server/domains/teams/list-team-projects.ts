import { z } from 'zod'
import { pageInput, pageOf } from '../../database/pages.ts'
import { sql } from '../../database/sql.ts'
import { operation } from '../../operations/operation.ts'
import { ListedProject } from '../projects/project.ts'
import { onTeam } from './access.ts'
import { pageOfProjects } from './page-of-projects.ts'
import { teamRef } from './team.ts'

export const listTeamProjects = operation({
  id: 'teams.listTeamProjects',
  summary: 'List the projects of a team that the caller can see, by name.',
  http: 'GET /api/teams/:team/projects',
  shows: ['team', 'project'],
  access: onTeam('view'),
  input: z.object({
    team: teamRef,
    archived: z
      .boolean()
      .default(false)
      .describe('True for archived projects instead of active ones. Default false.'),
    ...pageInput,
  }),
  output: pageOf(ListedProject),
}).run((ctx, { archived, ...paging }) =>
  pageOfProjects(
    ctx,
    paging,
    sql`p.team_id = ${ctx.team.id} and p.archived_at is ${archived ? sql`not null` : sql`null`}`,
  ),
)
