import type { Database } from '../../database/connect.ts'
import { type Sql, sql } from '../../database/sql.ts'
import { newId } from '../../platform/ids.ts'

/** A delivery that this node sends while the lease lasts. */
export interface ClaimedDelivery {
  id: string
  webhook_id: string
  organization_id: string
  lease: string
}

/*
 * Each webhook receives one new delivery at a time, in journal order. Up to this many retries run beside it, so that
 * new events don't wait for failed ones.
 */
const maxConcurrentRetries = sql`2`
// A node renews the lease while it sends a delivery. So only deliveries of a stopped node are claimed again.
const leaseTime = sql`interval '10 seconds'`
export const renewIntervalMs = 3000

export interface ClaimOptions {
  /** Maximum number of webhooks. */
  limit: number
  /** Claims only deliveries of this webhook. */
  webhookId?: string
  /** Milliseconds that tests move the clock ahead. */
  ahead: number
}

/** Claims the deliveries that are due by the database clock, which all nodes share. */
export function claimDueDeliveries(
  database: Database,
  { limit, webhookId, ahead }: ClaimOptions,
): Promise<ClaimedDelivery[]> {
  const now = timeAhead(ahead)
  return database.transaction(async (db) => {
    // Only one node at a time claims deliveries of a webhook. Other nodes skip locked webhooks.
    const locked = await db.run<{ id: string }>(
      sql`select w.id from webhooks w
        where ${webhookId ? sql`w.id = ${webhookId}` : sql`true`}
          and ((${nextNew(now)}) is not null or (${nextRetries(now, sql`1`)}) is not null and ${freeRetrySlots(now)} > 0)
        limit ${limit} for no key update skip locked`,
    )
    if (locked.length === 0) return []
    // A separate statement sees the claims that were committed before the webhooks were locked.
    return db.run<ClaimedDelivery>(
      sql`with claimed as (
         select d.id from unnest(${locked.map(({ id }) => id)}::uuid[]) as w(id) cross join lateral (
           (${nextNew(now)})
           union all
           (${nextRetries(now, freeRetrySlots(now))})) as d)
       update webhook_deliveries d set lease = ${newId()}, leased_until = ${now} + ${leaseTime}
         from claimed where d.id = claimed.id
       returning d.id, d.webhook_id, d.organization_id, d.lease`,
    )
  })
}

/** Extends the lease of a delivery that is still being sent. */
export async function renewLease(
  database: Database,
  { id, lease }: Pick<ClaimedDelivery, 'id' | 'lease'>,
  ahead: number,
): Promise<void> {
  await database.run(
    sql`update webhook_deliveries set leased_until = ${timeAhead(ahead)} + ${leaseTime}
      where id = ${id} and lease = ${lease}`,
  )
}

/** Returns SQL for the current time, moved ahead by `ahead` milliseconds for tests. */
export function timeAhead(ahead: number): Sql {
  return sql`(now() + ${ahead}::float8 * interval '1 millisecond')`
}

/*
 * Queries on a webhook `w`. Each reads an index up to the first match, however long the backlog is. An `exists` would
 * make PostgreSQL scan the deliveries of all webhooks.
 */

function selectDue(now: Sql, attempts: Sql): Sql {
  return sql`select d.id from webhook_deliveries d where d.webhook_id = w.id and d.attempts ${attempts}
    and d.due_at <= ${now} and (d.leased_until is null or d.leased_until <= ${now})`
}

function selectInFlight(now: Sql, attempts: Sql): Sql {
  return sql`select b.id from webhook_deliveries b where b.webhook_id = w.id and b.attempts ${attempts}
    and b.leased_until > ${now} order by b.leased_until desc`
}

function nextNew(now: Sql): Sql {
  return sql`${selectDue(now, sql`= 0`)} and (${selectInFlight(now, sql`= 0`)} limit 1) is null order by d.id limit 1`
}

function nextRetries(now: Sql, limit: Sql): Sql {
  return sql`${selectDue(now, sql`> 0`)} order by d.due_at limit ${limit}`
}

function freeRetrySlots(now: Sql): Sql {
  return sql`greatest(0, ${maxConcurrentRetries} - (select count(*) from (${selectInFlight(now, sql`> 0`)}) as busy))`
}
