import { z } from 'zod'
import { type Order, keysetPage, page, pageInput, pageOf } from '../../database/pages.ts'
import { sql } from '../../database/sql.ts'
import { organization } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { visibleProjects } from '../projects/access.ts'
import type { SeenTeam } from './access.ts'
import { type TeamCounts, countsOf } from './team-counts.ts'
import { CountedTeam, teamFromRow } from './team.ts'

const byName: Order = { column: 'lower(t.name)', type: 'text', descending: false }

export const listTeams = operation({
  id: 'teams.list',
  summary: "List the caller's teams, or all teams of the organization, by name.",
  http: 'GET /api/teams',
  shows: ['team', 'member', 'team_member'],
  access: organization('member'),
  input: z.object({
    mine: z
      .boolean()
      .default(true)
      .describe("True for the caller's teams, false for all teams of the organization. Default true."),
    ...pageInput,
  }),
  output: pageOf(CountedTeam),
}).run(async (ctx, input) => {
  const pageRequest = { ...input, sort: 'name' }
  const { after, orderAndLimit } = keysetPage(byName, 't.id', pageRequest)
  const rows = await ctx.db.run<SeenTeam & TeamCounts & { sort_value: string }>(
    sql`select t.*, m.role as own_role, lower(t.name) as sort_value, ${countsOf(sql`t.id`, visibleProjects(ctx))}
       from teams t ${input.mine ? sql`join` : sql`left join`} team_members m
         on m.team_id = t.id and m.user_id = ${ctx.user.id}
      where t.organization_id = ${ctx.organization.id} and ${after} ${orderAndLimit}`,
  )
  return page(
    rows,
    pageRequest,
    (row) => [row.sort_value, row.id],
    (row) => ({
      ...teamFromRow(ctx, row),
      memberCount: row.member_count,
      projectCount: row.project_count,
    }),
  )
})
