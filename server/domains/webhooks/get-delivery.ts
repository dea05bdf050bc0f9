import { z } from 'zod'
import { type JournalRow, selectJournal } from '../../database/journal.ts'
import { sql } from '../../database/sql.ts'
import { administersItself } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { Event, eventFromRow } from '../activity/event.ts'
import { Attempt, Delivery, attemptFromRow, deliveryFromRow, deliveryRef, findDelivery } from './delivery.ts'
import type { AttemptRow } from './tables.ts'
import { readWebhook, webhookRef } from './webhook.ts'

export const getDelivery = operation({
  id: 'webhooks.getDelivery',
  summary: 'Get a delivery with its body, and its attempts with their responses.',
  http: 'GET /api/webhooks/:webhook/deliveries/:delivery',
  access: administersItself,
  input: z.object({ webhook: webhookRef, delivery: deliveryRef }),
  output: Delivery.extend({
    body: Event.nullable().describe('Event that is sent as JSON. Null if the event was deleted.'),
    attemptList: z.array(Attempt).describe('Attempts, newest first, at most 50.'),
  }),
}).run(async (ctx, input) => {
  const webhook = await readWebhook(ctx.db, ctx.organization.id, input.webhook)
  const delivery = await findDelivery(ctx.db, webhook, input.delivery)
  const attempts = await ctx.db.run<AttemptRow>(
    sql`select * from webhook_attempts where delivery_id = ${delivery.id} order by id desc limit 50`,
  )
  const [row] = delivery.event
    ? []
    : await ctx.db.run<JournalRow>(
        sql`${selectJournal} where id = ${delivery.event_id} and organization_id = ${ctx.organization.id}`,
      )
  return {
    ...deliveryFromRow(delivery),
    body: delivery.event ?? (row ? eventFromRow(ctx.app.epoch, row) : null),
    attemptList: attempts.map(attemptFromRow),
  }
})
