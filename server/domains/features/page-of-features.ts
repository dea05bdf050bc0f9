import { z } from 'zod'
import { type Order, keyset, page, pageInput } from '../../database/pages.ts'
import type { Queries } from '../../database/connect.ts'
import { type Seer, projectsSeenBy } from '../projects/access.ts'
import { gateName } from './workflows/gates.ts'
import { type SeenFeature, featureFields, featureFromRow, fromFeatures } from './feature.ts'
import { featureKinds, featureStatuses } from './tables.ts'

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
  const visible = projectsSeenBy(context)
  const values = [...visible.values]
  const conditions = [
    ...[visible.where, 'p.deleted_at is null', 'f.organization_id = $1', 'f.deleted_at is null'],
  ]
  const filter = (sql: string, value: unknown) =>
    value !== undefined && conditions.push(sql.replace('?', `$${values.push(value)}`))
  filter('f.project_id = ?', projectId)
  filter('f.status = any(?)', status)
  filter('f.kind = any(?)', kind)
  filter('f.gate = ?', gate)
  const paging = { ...input, sort: '-createdAt' }
  const { after, orderAndLimit } = keyset(newest, 'f.id', paging, values)
  const rows = await context.db.run<SeenFeature>(
    `select f.*, p.slug as project_slug, ${visible.right} as right from ${fromFeatures}
      where ${conditions.join(' and ')} and ${after} ${orderAndLimit}`,
    values,
  )
  return page(
    rows,
    paging,
    (row) => [row.id, row.id],
    (row) => featureFromRow(row, context.caller),
  )
}
