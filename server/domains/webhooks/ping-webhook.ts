import { z } from 'zod'
import { encodeCursor, latestPosition } from '../../database/journal.ts'
import { sql } from '../../database/sql.ts'
import { administersItself } from '../../operations/access.ts'
import { actorOf } from '../../operations/caller.ts'
import { operation } from '../../operations/operation.ts'
import { newId } from '../../platform/ids.ts'
import type { Event } from '../../operations/event.ts'
import { Delivery, deliveryFromRow } from './delivery.ts'
import type { DeliveryRow } from './tables.ts'
import { lockWebhook, webhookRef } from './webhook.ts'

export const pingWebhook = operation({
  id: 'webhooks.ping',
  summary: 'Send a webhook.ping event to test a webhook. Also works while the webhook is paused.',
  http: 'POST /api/webhooks/:webhook/ping',
  access: administersItself,
  created: true,
  input: z.object({ webhook: webhookRef }),
  output: Delivery,
}).run(async (ctx, input) => {
  const webhook = await lockWebhook(ctx.db, ctx.organization.id, input.webhook)
  const event: z.output<typeof Event> = {
    id: newId(),
    cursor: encodeCursor(ctx.app.epoch, await latestPosition(ctx.db)),
    type: 'webhook.ping',
    at: new Date().toISOString(),
    organization: webhook.organization_id,
    project: null,
    actor: actorOf(ctx.caller),
    subject: { kind: 'webhook', id: webhook.id, key: webhook.name, version: webhook.version },
    data: {},
  }
  // The delivery stores the event itself, because a ping is not recorded in the journal.
  const [row] = await ctx.db.run<DeliveryRow>(
    sql`insert into webhook_deliveries (id, organization_id, webhook_id, event_id, event_type, event, due_at)
     values (${newId()}, ${webhook.organization_id}, ${webhook.id}, ${event.id}, ${event.type}, ${JSON.stringify(event)}, now()) returning *`,
  )
  ctx.afterCommit(() => ctx.app.webhooks.wake())
  return deliveryFromRow(row!)
})
