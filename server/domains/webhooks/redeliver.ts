import { sql } from '../../database/sql.ts'
import { z } from 'zod'
import { administersItself } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { Delivery, deliveryFromRow, deliveryRef, findDelivery } from './delivery.ts'
import type { DeliveryRow } from './tables.ts'
import { lockWebhook, webhookRef } from './webhook.ts'

export const redeliver = operation({
  id: 'webhooks.redeliver',
  summary:
    'Send a delivery again now, with the same id and a new signature. Also works while the webhook is paused.',
  http: 'POST /api/webhooks/:webhook/deliveries/:delivery/redeliver',
  access: administersItself,
  input: z.object({ webhook: webhookRef, delivery: deliveryRef }),
  output: Delivery,
}).run(async (ctx, input) => {
  const webhook = await lockWebhook(ctx.db, ctx.organization.id, input.webhook)
  const before = await findDelivery(ctx.db, webhook, input.delivery, sql`for update`)
  const [after] = await ctx.db.run<DeliveryRow>(
    sql`update webhook_deliveries set due_at = now() where id = ${before.id} returning *`,
  )
  ctx.afterCommit(() => ctx.app.webhooks.wake())
  return deliveryFromRow(after!)
})
