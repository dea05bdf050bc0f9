import { z } from 'zod'
import { type Order, keysetPage, page, pageInput } from '../../database/pages.ts'
import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import { type Seer, visibleProjects } from '../projects/access.ts'
import { gateName } from './workflows/gates.ts'
import { type SeenFeature, featureFields, featureFromRow, fromFeatures } from './feature.ts'
import { featureStatuses } from '../work/items/feature-statuses.ts'
import { featureKinds } from './tables.ts'

/** The filters of every list of features. */
export const featureFilters = {
  status: z
    .array(z.enum(featureStatuses))
    .max(featureStatuses.length)
    .optional()
    .describe('Only features with one of these statuses.'),
  kind: z
    .array(featureFields.kind)
    .max(featureKinds.length)
    .optional()
    .describe('Only features of one of these kinds.'),
  gate: gateName.optional().describe('Only features at this gate.'),
  ...pageInput,
}

type FeatureFilters = z.output<z.ZodObject<typeof featureFilters>>

const newest: Order = { column: 'f.id', type: 'uuid', descending: true }

/** Returns a page of the features that the caller can see, newest first, of one project or all. */
export async function pageOfFeatures(
  context: Seer & { db: Queries },
  { status, kind, gate, ...input }: FeatureFilters,
  projectId?: string,
) {
  const visible = visibleProjects(context)
  const conditions = [
    visible.where,
    sql`p.deleted_at is null`,
    sql`f.organization_id = ${context.organization.id}`,
    sql`f.deleted_at is null`,
  ]
  if (projectId !== undefined) conditions.push(sql`f.project_id = ${projectId}`)
  if (status) conditions.push(sql`f.status = any(${status})`)
  if (kind) conditions.push(sql`f.kind = any(${kind})`)
  if (gate !== undefined) conditions.push(sql`f.gate = ${gate}`)
  const paging = { ...input, sort: '-createdAt' }
  const { after, orderAndLimit } = keysetPage(newest, 'f.id', paging)
  const rows = await context.db.run<SeenFeature>(
    sql`select f.*, p.slug as project_slug, ${visible.right} as right from ${fromFeatures}
      where ${sql.join(conditions, ' and ')} and ${after} ${orderAndLimit}`,
  )
  return page(
    rows,
    paging,
    (row) => [row.id, row.id],
    (row) => featureFromRow(row, context.caller),
  )
}
