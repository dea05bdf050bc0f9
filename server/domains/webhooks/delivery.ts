import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { reject } from '../../operations/errors.ts'
import { reference } from '../../operations/reference.ts'
import { anyUuid } from '../../platform/ids.ts'
import { messageId } from './attempt.ts'
import { type AttemptRow, type DeliveryRow, deliveryStatuses } from './tables.ts'

/** That a webhook is told of one event, and what has come of it. */
export const Delivery = z
  .object({
    id: z.uuid(),
    messageId: z.string().describe('The header webhook-id: the same whenever it is sent.'),
    event: z.object({ id: z.uuid(), type: z.string() }),
    status: z
      .enum(deliveryStatuses)
      .describe('pending: not sent yet. failed: sent again at nextAttemptAt. given_up: not sent again.'),
    attempts: z.int(),
    nextAttemptAt: z.iso.datetime().nullable().describe('When it is sent next; null where it is not.'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'WebhookDelivery' })

export const Attempt = z
  .object({
    id: z.uuid(),
    at: z.iso.datetime(),
    milliseconds: z.int(),
    statusCode: z.int().nullable().describe('What the receiver answered; null where nobody did.'),
    error: z.string().nullable().describe('What went wrong, in words; null if it arrived.'),
    response: z.string().nullable().describe('The first 2 kB of the answer.'),
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

/** How a delivery is named in any input. */
export const deliveryRef = reference('delivery', 'The delivery: its id.')

export async function findDelivery(
  db: Queries,
  { id: webhookId }: { id: string },
  ref: string,
  lock = '',
): Promise<DeliveryRow> {
  const [row] = anyUuid.test(ref)
    ? await db.run<DeliveryRow>(
        `select * from webhook_deliveries where webhook_id = $1 and id = $2 ${lock}`,
        [webhookId, ref],
      )
    : []
  return row ?? reject('not_found', { kind: 'delivery', ref })
}
