import { z } from 'zod'
import { type Order, keyset, page, pageInput, pageOf } from '../../database/pages.ts'
import { operation } from '../../operations/operation.ts'
import { Feature, type SeenFeature, featureFromRow } from '../features/feature.ts'
import { featureStatuses } from '../features/tables.ts'
import { projectsSeenBy } from '../projects/access.ts'
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
  const visible = projectsSeenBy(ctx)
  const values = [...visible.values, ctx.team.id, input.status ?? null]
  const pageRequest = { ...input, sort: '-createdAt' }
  const { after, orderAndLimit } = keyset(newest, 'f.id', pageRequest, values)
  const rows = await ctx.db.run<SeenFeature>(
    `select f.*, p.slug as project_slug, ${visible.right} as right
       from features f join projects p on p.id = f.project_id
      where p.team_id = $5 and ${visible.where} and p.deleted_at is null and f.deleted_at is null
        and ($6::text[] is null or f.status = any($6)) and ${after}
      ${orderAndLimit}`,
    values,
  )
  return page(
    rows,
    pageRequest,
    (row) => [row.id, row.id],
    (row) => featureFromRow(row, ctx.caller),
  )
})
