import type { Queries } from '../../database/connect.ts'
import { appendJournal } from '../../database/journal.ts'
import { concerning } from '../../operations/rows.ts'
import { sql } from '../../database/sql.ts'
import { system } from '../../operations/caller.ts'
import { newId } from '../../platform/ids.ts'
import type { Outcome, Parts } from './attempt.ts'
import { type DeliveryRow, type WebhookRow, webhookKind } from './webhook.ts'
import { type ClaimedDelivery, timeAhead } from './claim-due.ts'

const [second, minute, hour] = [1, 60, 3600]
/** Retry delays in seconds after the first failure, the second, … */
export const retryDelays = [5 * second, 30 * second, 2 * minute, 10 * minute, hour, 6 * hour, 24 * hour]

/** Disables a webhook when a delivery is given up and none has succeeded for longer than this. */
const maxFailingDays = 5

export interface RetryOptions {
  /** Milliseconds that tests move the clock ahead. */
  ahead: () => number
  /** Random number from 0 to 1 for jitter, so that deliveries that failed together are not retried together. */
  random: () => number
}

/** Saves the outcome of an attempt and schedules the retry. Does nothing if this node has lost the lease. */
export async function recordOutcome(
  { database, bus }: Pick<Parts, 'database' | 'bus'>,
  claimed: ClaimedDelivery,
  outcome: Outcome,
  { ahead, random }: RetryOptions,
): Promise<void> {
  const jitter = 0.8 + 0.4 * random()
  const isRecorded = await database.transaction(async (db) => {
    // Locks the webhook before the delivery, in the same order as every other transaction, to prevent a deadlock.
    const [webhook] = await db.run<WebhookRow>(
      sql`select * from webhooks where id = ${claimed.webhook_id} for no key update`,
    )
    const [delivery] = await db.run<DeliveryRow>(
      sql`select * from webhook_deliveries where id = ${claimed.id} and lease = ${claimed.lease} for update`,
    )
    if (!webhook || !delivery) return false
    const next = nextState(webhook, delivery, outcome)
    const delay = next.delay === null ? null : next.delay * jitter
    await db.run(
      sql`update webhook_deliveries set status = ${next.status}, attempts = attempts + 1, lease = null, leased_until = null,
              due_at = ${timeAhead(ahead())} + ${delay}::float8 * interval '1 second' where id = ${delivery.id}`,
    )
    await saveAttempt(db, delivery, outcome, ahead())
    return trackFailures(db, webhook, next.status, outcome, ahead())
  })
  if (isRecorded) bus.journalGrew([claimed.organization_id])
}

function nextState(
  { active }: WebhookRow,
  { attempts }: DeliveryRow,
  { error, statusCode, final }: Outcome,
): { status: DeliveryRow['status']; delay: number | null } {
  if (error === null) return { status: 'delivered', delay: null }
  const delay = retryDelays[attempts]
  if (final || statusCode === 410 || delay === undefined) return { status: 'given_up', delay: null }
  // Deliveries of a paused webhook are sent when it is resumed.
  return { status: 'failed', delay: active ? delay : null }
}

async function saveAttempt(
  db: Queries,
  { id, organization_id }: DeliveryRow,
  { milliseconds, statusCode, error, response, headers }: Outcome,
  ahead: number,
): Promise<void> {
  await db.run(
    sql`insert into webhook_attempts
       (id, organization_id, delivery_id, at, milliseconds, status_code, error, response, request_headers)
     values (${newId()}, ${organization_id}, ${id}, ${timeAhead(ahead)}, ${milliseconds}, ${statusCode}, ${error},
       ${response}, ${JSON.stringify(headers)})`,
  )
}

/** Disables a webhook that returned 410 or has failed for days. Returns whether it recorded an event. */
async function trackFailures(
  db: Queries,
  webhook: WebhookRow,
  status: DeliveryRow['status'],
  { error, statusCode, final }: Outcome,
  ahead: number,
): Promise<boolean> {
  if (error === null) {
    await db.run(
      sql`update webhooks set failing_since = null where id = ${webhook.id} and failing_since is not null`,
    )
    return false
  }
  if (final) return false
  const [failing] = await db.run<{ exceeds_limit: boolean }>(
    sql`update webhooks set failing_since = coalesce(failing_since, ${timeAhead(ahead)}) where id = ${webhook.id}
     returning failing_since < ${timeAhead(ahead)} - ${maxFailingDays} * interval '1 day' as exceeds_limit`,
  )
  const reason =
    statusCode === 410
      ? 'The receiver returned 410 Gone.'
      : `No delivery has succeeded for ${maxFailingDays} days. Last error: ${error}`
  if (!webhook.active || !(statusCode === 410 || (status === 'given_up' && failing!.exceeds_limit)))
    return false
  const [disabled] = await db.run<WebhookRow>(
    sql`update webhooks set active = false, disabled_reason = ${reason}, version = version + 1, updated_at = now()
      where id = ${webhook.id} returning *`,
  )
  await pauseDeliveries(db, webhook.id)
  await appendJournal(db, system, null, [
    {
      type: 'webhook.disabled',
      ...concerning(webhookKind, disabled!),
      version: disabled!.version,
      data: { reason },
    },
  ])
  return true
}

/** Stops pending deliveries of a webhook until it is resumed. Their status stays the same. */
export async function pauseDeliveries(db: Queries, webhookId: string): Promise<void> {
  await db.run(
    sql`update webhook_deliveries set due_at = null where webhook_id = ${webhookId} and due_at is not null`,
  )
}

/** Makes all unsent deliveries due now. They are sent in journal order. */
export async function resumeDeliveries(db: Queries, webhookId: string): Promise<void> {
  await db.run(
    sql`update webhook_deliveries set due_at = now() where webhook_id = ${webhookId} and status in ('pending', 'failed')`,
  )
}
