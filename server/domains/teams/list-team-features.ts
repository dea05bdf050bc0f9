import { z } from 'zod'
import { type Order, keysetPage, page, pageInput, pageOf } from '../../database/pages.ts'
import { sql } from '../../database/sql.ts'
import { operation } from '../../operations/operation.ts'
import { Feature, type SeenFeature, featureFromRow } from '../features/feature.ts'
import { featureStatuses } from '../work/items/feature-statuses.ts'
import { visibleProjects } from '../projects/access.ts'
import { onTeam } from './access.ts'
import { teamRef } from './team.ts'

const newest: Order = { column: 'f.id', type: 'uuid', descending: true }

export const listTeamFeatures = operation({
  id: 'teams.listTeamFeatures',
  summary: "List the features of a team's projects that the caller can see, newest first.",
  http: 'GET /api/teams/:team/features',
  shows: ['team', 'feature'],
  access: onTeam('view'),
  input: z.object({
    team: teamRef,
    status: z
      .array(z.enum(featureStatuses))
      .max(featureStatuses.length)
      .optional()
      .describe('Only features with one of these statuses.'),
    ...pageInput,
  }),
  output: pageOf(Feature),
}).run(async (ctx, input) => {
  const visible = visibleProjects(ctx)
  const hasStatus = input.status ? sql`f.status = any(${input.status})` : sql`true`
  const pageRequest = { ...input, sort: '-createdAt' }
  const { after, orderAndLimit } = keysetPage(newest, 'f.id', pageRequest)
  const rows = await ctx.db.run<SeenFeature>(
    sql`select f.*, p.slug as project_slug, ${visible.right} as right
       from features f join projects p on p.id = f.project_id
      where p.team_id = ${ctx.team.id} and ${visible.where} and p.deleted_at is null and f.deleted_at is null
        and ${hasStatus} and ${after}
      ${orderAndLimit}`,
  )
  return page(
    rows,
    pageRequest,
    (row) => [row.id, row.id],
    (row) => featureFromRow(row, ctx.caller),
  )
})
