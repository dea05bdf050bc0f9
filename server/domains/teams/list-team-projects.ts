import { z } from 'zod'
import { type Order, keyset, page, pageInput, pageOf } from '../../database/pages.ts'
import { operation } from '../../operations/operation.ts'
import { type SeenProject, projectsSeenBy } from '../projects/access.ts'
import { ListedProject, listedProjectFromRow } from '../projects/project.ts'
import { onTeam } from './access.ts'
import { teamRef } from './team.ts'

const byName: Order = { column: 'lower(p.name)', type: 'text', descending: false }

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
}).run(async (ctx, input) => {
  const visible = projectsSeenBy(ctx)
  const values = [...visible.values, ctx.team.id]
  const pageRequest = { ...input, sort: 'name' }
  const { after, orderAndLimit } = keyset(byName, 'p.id', pageRequest, values)
  const rows = await ctx.db.run<SeenProject & { sort_value: string }>(
    `select p.*, ${visible.right} as right, lower(p.name) as sort_value from projects p
      where p.team_id = $5 and ${visible.where} and p.deleted_at is null
        and p.archived_at is ${input.archived ? 'not null' : 'null'} and ${after}
      ${orderAndLimit}`,
    values,
  )
  return page(
    rows,
    pageRequest,
    (row) => [row.sort_value, row.id],
    (row) => listedProjectFromRow(row, ctx.caller),
  )
})
