import { z } from 'zod'
import { orderByNewest, pageInput, pageOf, readPage } from '../../database/pages.ts'
import { sql } from '../../database/sql.ts'
import { administersItself } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { Delivery, deliveryFromRow, Attempt, attemptFromRow, deliveryRef, findDelivery } from './delivery.ts'
import {
  type DeliveryRow,
  deliveryStatuses,
  type AttemptRow,
  readWebhook,
  webhookRef,
  lockWebhook,
} from './webhook.ts'
import { type JournalRow, selectJournal, encodeCursor, latestPosition } from '../../database/journal.ts'
import { Event, eventFromRow } from '../../operations/event.ts'
import { actorOf } from '../../operations/caller.ts'
import { newId } from '../../platform/ids.ts'

const newest = orderByNewest('id', 'newest')

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
  return readPage(
    ctx.db,
    input,
    newest,
    ({ after, orderAndLimit }) =>
      sql`select * from webhook_deliveries where webhook_id = ${id} and ${hasStatus} and ${after} ${orderAndLimit}`,
    deliveryFromRow,
  )
})

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
