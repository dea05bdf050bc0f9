import type { Queries } from '../../database/connect.ts'
import { appendJournal } from '../../database/journal.ts'
import { concerning } from '../../database/rows.ts'
import { system } from '../../operations/caller.ts'
import { newId } from '../../platform/ids.ts'
import type { Outcome, Parts } from './attempt.ts'
import type { DeliveryRow, WebhookRow } from './tables.ts'
import { type Taken, at } from './claim-due.ts'
import { webhookKind } from './webhook.ts'

const [second, minute, hour] = [1, 60, 3600]
/** Seconds before it is tried again, after the first failure, the second, … */
export const pauses = [5 * second, 30 * second, 2 * minute, 10 * minute, hour, 6 * hour, 24 * hour]

/** Nothing has arrived for so long, and what was tried last is given up. */
const patienceInDays = 5

export interface Pace {
  ahead: () => number
  /** From 0 to 1: so that what failed together is not tried again together. */
  random: () => number
}

/** Keeps what came of an attempt, and decides when there is another. Whoever has lost the lease has nothing to say. */
export async function recordOutcome(
  { database, bus }: Pick<Parts, 'database' | 'bus'>,
  taken: Taken,
  outcome: Outcome,
  { ahead, random }: Pace,
): Promise<void> {
  const jitter = 0.8 + 0.4 * random()
  const told = await database.transaction(async (db) => {
    // First the webhook, as everybody does who changes one and what it waits for.
    const [webhook] = await db.run<WebhookRow>('select * from webhooks where id = $1 for no key update', [
      taken.webhook_id,
    ])
    const [delivery] = await db.run<DeliveryRow>(
      'select * from webhook_deliveries where id = $1 and lease = $2 for update',
      [taken.id, taken.lease],
    )
    if (!webhook || !delivery) return false
    const next = whatNext(webhook, delivery, outcome)
    await db.run(
      `update webhook_deliveries set status = $2, attempts = attempts + 1, lease = null, leased_until = null,
              due_at = ${at('$3')} + $4::float8 * interval '1 second' where id = $1`,
      [delivery.id, next.status, ahead(), next.pause === null ? null : next.pause * jitter],
    )
    await keepAttempt(db, delivery, outcome, ahead())
    return judge(db, webhook, next.status, outcome, ahead())
  })
  if (told) bus.journalGrew([taken.organization_id])
}

function whatNext(
  { active }: WebhookRow,
  { attempts }: DeliveryRow,
  { error, statusCode, final }: Outcome,
): { status: DeliveryRow['status']; pause: number | null } {
  if (error === null) return { status: 'delivered', pause: null }
  const pause = pauses[attempts]
  if (final || statusCode === 410 || pause === undefined) return { status: 'given_up', pause: null }
  // Of one that is paused, what waits is sent when it goes on.
  return { status: 'failed', pause: active ? pause : null }
}

async function keepAttempt(
  db: Queries,
  { id, organization_id }: DeliveryRow,
  { milliseconds, statusCode, error, response, headers }: Outcome,
  ahead: number,
): Promise<void> {
  await db.run(
    `insert into webhook_attempts
       (id, organization_id, delivery_id, at, milliseconds, status_code, error, response, request_headers)
     values ($1, $2, $3, ${at('$4')}, $5, $6, $7, $8, $9)`,
    [
      ...[newId(), organization_id, id, ahead, milliseconds, statusCode, error, response],
      JSON.stringify(headers),
    ],
  )
}

/** Switches off what is gone, or has been silent for days, and tells why. Answers whether it was told. */
async function judge(
  db: Queries,
  webhook: WebhookRow,
  status: DeliveryRow['status'],
  { error, statusCode, final }: Outcome,
  ahead: number,
): Promise<boolean> {
  if (error === null) {
    await db.run('update webhooks set failing_since = null where id = $1 and failing_since is not null', [
      webhook.id,
    ])
    return false
  }
  if (final) return false
  const [failing] = await db.run<{ long: boolean }>(
    `update webhooks set failing_since = coalesce(failing_since, ${at('$2')}) where id = $1
     returning failing_since < ${at('$2')} - interval '${patienceInDays} days' as long`,
    [webhook.id, ahead],
  )
  const reason =
    statusCode === 410
      ? 'Its address answered that it is gone (410).'
      : `Nothing has arrived at its address for ${patienceInDays} days. The last time: ${error}`
  if (!webhook.active || !(statusCode === 410 || (status === 'given_up' && failing!.long))) return false
  const [off] = await db.run<WebhookRow>(
    `update webhooks set active = false, disabled_reason = $2, version = version + 1, updated_at = now()
      where id = $1 returning *`,
    [webhook.id, reason],
  )
  await stopWaiting(db, webhook.id)
  await appendJournal(db, system, null, [
    { type: 'webhook.disabled', ...concerning(webhookKind, off!), version: off!.version, data: { reason } },
  ])
  return true
}

/** What waits for a webhook that is off is not sent, and stays what it is until it goes on. */
export async function stopWaiting(db: Queries, webhookId: string): Promise<void> {
  await db.run('update webhook_deliveries set due_at = null where webhook_id = $1 and due_at is not null', [
    webhookId,
  ])
}

/** All of it is due at once: in the order in which it happened. */
export async function resumeDeliveries(db: Queries, webhookId: string): Promise<void> {
  await db.run(
    `update webhook_deliveries set due_at = now() where webhook_id = $1 and status in ('pending', 'failed')`,
    [webhookId],
  )
}
