import type { Database } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import type { App } from '../../operations/context.ts'
import type { SeenRepo } from './access.ts'
import { webhookStateOf } from './repo.ts'
import { leaseSeconds } from './sync-lease.ts'
import { syncQueue } from './sync-repository.ts'

const pollMinutes = { host: 5, other: 60 }
const maxQueued = 500
const keepDeliveriesDays = 30

/** Returns the minutes between two syncs that nothing else causes. */
export function pollMinutesOf(repo: SeenRepo): number {
  return repo.host_name !== null && webhookStateOf(repo) !== 'active' ? pollMinutes.host : pollMinutes.other
}

/**
 * Queues the syncs that are due: by their interval, requested ones whose job was lost, and those whose node died. The
 * oldest first.
 */
export async function queueDueSyncs({ database, jobs }: App): Promise<void> {
  const isStale = sql`syncing_since < now() - make_interval(secs => ${leaseSeconds})`
  const hasWebhook = sql`r.hook_secret is not null and r.hook_failure is null and r.hook_received_at is not null`
  const interval = sql`case when r.host_name is not null and not (${hasWebhook})
    then make_interval(mins => ${pollMinutes.host}) else make_interval(mins => ${pollMinutes.other}) end`
  const due = await database.run<{ id: string }>(
    sql`update repos set sync_wanted_at = coalesce(sync_wanted_at, now()) where id in (
        select r.id from repos r join projects p on p.id = r.project_id and p.deleted_at is null and p.archived_at is null
        where r.deleted_at is null and (r.sync_not_before is null or r.sync_not_before <= now())
          and (r.syncing_since is null or r.${isStale})
          and (r.sync_wanted_at is not null or r.${isStale} or r.sync_tried_at is null
            or r.sync_tried_at < now() - ${interval})
        order by r.sync_tried_at nulls first limit ${maxQueued}
      ) returning id`,
  )
  for (const { id } of due) await jobs.enqueue(syncQueue, { repo: id })
}

/** Deletes the ids of old deliveries. A code host doesn't repeat them after this time. */
export async function purgeReceivedWebhooks(database: Database): Promise<void> {
  await database.run(
    sql`delete from received_webhooks where received_at < now() - make_interval(days => ${keepDeliveriesDays})`,
  )
}
