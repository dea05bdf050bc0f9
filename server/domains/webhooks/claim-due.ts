import type { Database } from '../../database/connect.ts'
import { newId } from '../../platform/ids.ts'

/** A delivery that is this node's to send, as long as the lease lasts. */
export interface Taken {
  id: string
  webhook_id: string
  organization_id: string
  lease: string
}

/*
 * For each webhook one delivery is sent for the first time, in the order of the journal, and beside it at most so many
 * that failed before: what comes later need not wait for them.
 */
const againAtOnce = 2
// A node renews the lease of a delivery while it sends it, so only the deliveries of a node that has ended are taken again.
const leaseSeconds = 10
export const renewIntervalMs = 3000

export interface Asked {
  /** How many webhooks at most. */
  most: number
  /** Only what this one is to be sent. */
  webhookId?: string
  /** Milliseconds by which the clock of a test is ahead. */
  ahead: number
}

/** Takes what is to be sent now. The database's clock counts, which is the same for all nodes. */
export function claimDueDeliveries(database: Database, { most, webhookId, ahead }: Asked): Promise<Taken[]> {
  return database.transaction(async (db) => {
    // One node at a time looks what a webhook is to be sent; the others look at other webhooks.
    const held = await db.run<{ id: string }>(
      `select w.id from webhooks w
        where ${webhookId ? 'w.id = $3' : '$3::uuid is null'}
          and ((${nextFirst}) is not null or (${nextAgain(1)}) is not null and ${roomAgain} > 0)
        limit $2 for no key update skip locked`,
      [ahead, most, webhookId ?? null],
    )
    if (held.length === 0) return []
    // A second statement sees what was taken before the webhooks were held.
    return db.run<Taken>(
      `with taken as (
         select d.id from unnest($2::uuid[]) as w(id) cross join lateral (
           (${nextFirst})
           union all
           (${nextAgain(roomAgain)})) as d)
       update webhook_deliveries d set lease = $3, leased_until = ${now} + interval '${leaseSeconds} seconds'
         from taken where d.id = taken.id
       returning d.id, d.webhook_id, d.organization_id, d.lease`,
      [ahead, held.map(({ id }) => id), newId()],
    )
  })
}

/** Extends the lease of a delivery that is still being sent. */
export async function renewLease(
  database: Database,
  { id, lease }: Pick<Taken, 'id' | 'lease'>,
  ahead: number,
): Promise<void> {
  await database.run(
    `update webhook_deliveries set leased_until = ${now} + interval '${leaseSeconds} seconds' where id = $2 and lease = $3`,
    [ahead, id, lease],
  )
}

/** The present, as SQL: milliseconds ahead of the database's own clock, which is for tests. */
export function at(ahead: string): string {
  return `(now() + ${ahead}::float8 * interval '1 millisecond')`
}

/*
 * What is looked for of a webhook `w`: always along an index, and no further than to the first that fits, however much
 * waits. (Asked whether one exists, the database would rather read all that there is of everybody.)
 */
const now = at('$1')

function waiting(attempts: string): string {
  return `select d.id from webhook_deliveries d where d.webhook_id = w.id and d.attempts ${attempts}
    and d.due_at <= ${now} and (d.leased_until is null or d.leased_until <= ${now})`
}

function underWay(attempts: string): string {
  return `select b.id from webhook_deliveries b where b.webhook_id = w.id and b.attempts ${attempts}
    and b.leased_until > ${now} order by b.leased_until desc`
}

const nextFirst = `${waiting('= 0')} and (${underWay('= 0')} limit 1) is null order by d.id limit 1`
const nextAgain = (most: string | number) => `${waiting('> 0')} order by d.due_at limit ${most}`
const roomAgain = `greatest(0, ${againAtOnce} - (select count(*) from (${underWay('> 0')}) as busy))`
