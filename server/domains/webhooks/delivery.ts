import { z } from 'zod'
import type { Queries, Database } from '../../database/connect.ts'
import { type Sql, sql } from '../../database/sql.ts'
import { reject } from '../../errors/errors.ts'
import { reference } from '../../operations/reference.ts'
import { anyUuid } from '../../platform/ids.ts'
import { messageId } from './attempt.ts'
import { type AttemptRow, type DeliveryRow, deliveryStatuses } from './webhook.ts'

/** The delivery of one event to a webhook, with its status. */
export const Delivery = z
  .object({
    id: z.uuid(),
    messageId: z.string().describe('Value of the webhook-id header. The same for every attempt.'),
    event: z.object({ id: z.uuid(), type: z.string() }),
    status: z
      .enum(deliveryStatuses)
      .describe('pending: not sent yet. failed: retried at nextAttemptAt. given_up: not retried.'),
    attempts: z.int(),
    nextAttemptAt: z.iso.datetime().nullable().describe('Time of the next attempt. Null if there is none.'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'WebhookDelivery' })

export const Attempt = z
  .object({
    id: z.uuid(),
    at: z.iso.datetime(),
    milliseconds: z.int(),
    statusCode: z.int().nullable().describe('Status code of the response. Null without a response.'),
    error: z.string().nullable().describe('Error sentence. Null if the receiver accepted the delivery.'),
    response: z.string().nullable().describe('First 2 kB of the response.'),
    requestHeaders: z.record(z.string(), z.string()),
  })
  .meta({ id: 'WebhookAttempt' })

export function deliveryFromRow(row: DeliveryRow): z.output<typeof Delivery> {
  return {
    id: row.id,
    messageId: messageId(row.event_id, row.webhook_id),
    event: { id: row.event_id, type: row.event_type },
    status: row.status,
    attempts: row.attempts,
    nextAttemptAt: row.due_at,
    createdAt: row.created_at,
  }
}

export function attemptFromRow(row: AttemptRow): z.output<typeof Attempt> {
  return {
    id: row.id,
    at: row.at,
    milliseconds: row.milliseconds,
    statusCode: row.status_code,
    error: row.error,
    response: row.response,
    requestHeaders: row.request_headers,
  }
}

export const deliveryRef = reference('delivery', 'Id of the delivery.')

export async function findDelivery(
  db: Queries,
  { id: webhookId }: { id: string },
  ref: string,
  lock: Sql = sql.empty,
): Promise<DeliveryRow> {
  const [row] = anyUuid.test(ref)
    ? await db.run<DeliveryRow>(
        sql`select * from webhook_deliveries where webhook_id = ${webhookId} and id = ${ref} ${lock}`,
      )
    : []
  return row ?? reject('not_found', { kind: 'delivery', ref })
}

export const deliveryDays = 30
const batchSize = 1000

/** Deletes old deliveries and rotated secrets that no longer sign. */
export async function purgeDeliveries(database: Database): Promise<void> {
  for (let rows = batchSize; rows === batchSize;) {
    const deleted = await database.run(
      sql`delete from webhook_deliveries where id in (
         select id from webhook_deliveries where created_at < now() - interval '${sql.raw(deliveryDays)} days'
          limit ${sql.raw(batchSize)} for update skip locked) returning 1`,
    )
    rows = deleted.length
  }
  await database.run(
    sql`update webhooks set old_secret = null, old_secret_until = null where old_secret_until < now()`,
  )
}
