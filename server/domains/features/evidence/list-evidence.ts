import { z } from 'zod'
import { type Order, keysetPage, page, pageInput, pageOf } from '../../../database/pages.ts'
import { sql } from '../../../database/sql.ts'
import { operation } from '../../../operations/operation.ts'
import { onFeature } from '../access.ts'
import { featureRef } from '../feature.ts'
import { gateName } from '../workflows/gates.ts'
import { Evidence, evidenceFromRow, shownEvidence } from './evidence.ts'
import type { EvidenceRow } from './tables.ts'

const newest: Order = { column: 'e.id', type: 'uuid', descending: true }

export const listEvidence = operation({
  id: 'evidence.list',
  summary: 'List the evidence of a feature, newest first.',
  http: 'GET /api/features/:feature/evidence',
  shows: ['evidence', 'user'],
  access: onFeature('view'),
  input: z.object({
    feature: featureRef,
    gate: gateName.optional().describe('Only evidence of this gate.'),
    ...pageInput,
  }),
  output: pageOf(Evidence),
}).run(async (ctx, input) => {
  const atGate = input.gate === undefined ? sql.empty : sql` and e.gate = ${input.gate}`
  const paging = { ...input, sort: '-createdAt' }
  const { after, orderAndLimit } = keysetPage(newest, 'e.id', paging)
  const rows = await ctx.db.run<EvidenceRow>(
    sql`select ${shownEvidence} from evidence e
      where e.feature_id = ${ctx.feature.id} and e.deleted_at is null${atGate} and ${after} ${orderAndLimit}`,
  )
  return page(
    rows,
    paging,
    (row) => [row.id, row.id],
    (row) => evidenceFromRow(row, ctx.project.right, ctx.caller),
  )
})
