import { z } from 'zod'
import { type Order, keysetPage, page, pageInput, pageOf } from '../../../database/pages.ts'
import { sql } from '../../../database/sql.ts'
import { operation } from '../../../operations/operation.ts'
import { onFeature } from '../access.ts'
import { featureRef } from '../feature.ts'
import { Review, reviewFromRow } from './review.ts'
import type { ReviewRow } from './tables.ts'

const newest: Order = { column: 'r.id', type: 'uuid', descending: true }

export const listReviews = operation({
  id: 'reviews.list',
  summary: 'List the reviews of a feature, newest first.',
  http: 'GET /api/features/:feature/reviews',
  shows: ['review', 'user'],
  access: onFeature('view'),
  input: z.object({ feature: featureRef, ...pageInput }),
  output: pageOf(Review),
}).run(async (ctx, input) => {
  const paging = { ...input, sort: '-createdAt' }
  const { after, orderAndLimit } = keysetPage(newest, 'r.id', paging)
  const rows = await ctx.db.run<ReviewRow>(
    sql`select r.* from reviews r where r.feature_id = ${ctx.feature.id} and ${after} ${orderAndLimit}`,
  )
  return page(rows, paging, (row) => [row.id, row.id], reviewFromRow)
})
