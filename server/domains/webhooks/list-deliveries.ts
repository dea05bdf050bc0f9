import { z } from 'zod'
import { type Order, keysetPage, page, pageInput, pageOf } from '../../database/pages.ts'
import { sql } from '../../database/sql.ts'
import { administersItself } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { Delivery, deliveryFromRow } from './delivery.ts'
import { type DeliveryRow, deliveryStatuses } from './tables.ts'
import { readWebhook, webhookRef } from './webhook.ts'

const newest: Order = { column: 'id', type: 'uuid', descending: true }

export const listDeliveries = operation({
  id: 'webhooks.listDeliveries',
  summary: 'List the deliveries of a webhook in the last 30 days with their status, newest first.',
  http: 'GET /api/webhooks/:webhook/deliveries',
  access: administersItself,
  input: z.object({
    webhook: webhookRef,
    status: z.enum(deliveryStatuses).optional().describe('Only deliveries with this status.'),
    ...pageInput,
  }),
  output: pageOf(Delivery),
}).run(async (ctx, { webhook, status, ...input }) => {
  const { id } = await readWebhook(ctx.db, ctx.organization.id, webhook)
  const hasStatus = status ? sql`status = ${status}` : sql`true`
  const pageRequest = { ...input, sort: 'newest' }
  const { after, orderAndLimit } = keysetPage(newest, 'id', pageRequest)
  const rows = await ctx.db.run<DeliveryRow>(
    sql`select * from webhook_deliveries where webhook_id = ${id} and ${hasStatus} and ${after} ${orderAndLimit}`,
  )
  return page(rows, pageRequest, (row) => [row.id, row.id], deliveryFromRow)
})
