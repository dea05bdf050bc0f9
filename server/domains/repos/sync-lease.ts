import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import type { App } from '../../operations/context.ts'

/*
 * One node at a time syncs a repository, under a lease in `syncing_since`. `sync_wanted_at` requests a sync: it is cleared
 * when one starts, so a request during a sync causes one more. A node that dies leaves a lease that expires.
 */

export const leaseSeconds = 60
const renewIntervalMs = 15_000

/** A sync in progress. */
export interface Lease {
  repoId: string
  /** Whether the node that held it before stopped without an end. */
  isTakenOver: boolean
  /** Aborts if another node took the lease over, because this one was paused for too long. */
  lost: AbortSignal
  /** Ends the renewal and returns the value of `syncing_since` that proves the lease. */
  hold(): Promise<string>
}

/** Requests a sync. Returns false if one was already requested and has not started. */
export async function requestSync(db: Queries, repoId: string): Promise<boolean> {
  const requested = await db.run(
    sql`update repos set sync_wanted_at = now()
      where id = ${repoId} and sync_wanted_at is null and deleted_at is null returning 1`,
  )
  return requested.length > 0
}

const isFree = sql`(syncing_since is null or syncing_since < now() - make_interval(secs => ${leaseSeconds}))`
/** Milliseconds, so that the value survives the conversion to a string. */
const currentTime = sql`date_trunc('milliseconds', clock_timestamp())`

/** Starts a requested sync. Returns undefined if no sync is requested, or another node holds the lease. */
export async function takeLease(
  app: App,
  repoId: string,
  { ignoresLimit = false } = {},
): Promise<Lease | undefined> {
  const isDue = ignoresLimit ? sql`true` : sql`(sync_not_before is null or sync_not_before <= now())`
  const [taken] = await app.database.run<{ at: string; is_taken_over: boolean }>(
    sql`with free as (
        select id, syncing_since is not null as is_taken_over from repos
          where id = ${repoId} and deleted_at is null and sync_wanted_at is not null and ${isFree} and ${isDue} for update
      ) update repos r set syncing_since = ${currentTime}, sync_wanted_at = null, sync_tried_at = now(),
          status = case when r.status = 'pending' then 'syncing' else r.status end
        from free f where r.id = f.id
        returning r.syncing_since as at, f.is_taken_over`,
  )
  return taken && renewed(app, repoId, taken.at, taken.is_taken_over)
}

function renewed(app: App, repoId: string, takenAt: string, isTakenOver: boolean): Lease {
  const lost = new AbortController()
  let at = takenAt
  let renewing: Promise<unknown> = Promise.resolve()
  const renew = async () => {
    const [row] = await app.database.run<{ at: string }>(
      sql`update repos set syncing_since = ${currentTime} where id = ${repoId} and syncing_since = ${at}
        returning syncing_since as at`,
    )
    if (row) at = row.at
    else lost.abort()
  }
  const timer = setInterval(() => {
    // A failed renewal is tried again: the lease outlasts several intervals.
    renewing = renewing.then(renew).catch(() => {})
  }, renewIntervalMs)
  timer.unref()
  return {
    repoId,
    isTakenOver,
    lost: lost.signal,
    async hold() {
      clearInterval(timer)
      await renewing
      return at
    },
  }
}

interface Ending {
  /** Requests the sync again, because it did not complete. */
  again?: boolean
  /** Seconds before the next try. */
  retryAfterSeconds?: number
}

/** Ends a sync. Returns whether another one is requested. Does nothing if another node took the lease over. */
export async function releaseLease(
  { database }: App,
  lease: Lease,
  { again = false, retryAfterSeconds = 0 }: Ending = {},
): Promise<boolean> {
  const at = await lease.hold()
  const [released] = await database.run<{ is_wanted: boolean }>(
    sql`update repos set syncing_since = null,
        status = case when status <> 'syncing' then status when failure is not null then 'error'
          when synced_at is null then 'pending' else 'ready' end,
        sync_wanted_at = case when ${again} then coalesce(sync_wanted_at, now()) else sync_wanted_at end,
        sync_not_before = case when ${retryAfterSeconds}::int > 0
          then now() + make_interval(secs => ${retryAfterSeconds}::int) end
      where id = ${lease.repoId} and syncing_since = ${at}
      returning sync_wanted_at is not null as is_wanted`,
  )
  return released?.is_wanted ?? false
}

/** Returns whether a sync is requested or in progress. */
export async function isSyncPending({ database }: App, repoId: string): Promise<boolean> {
  const [row] = await database.run(
    sql`select 1 from repos where id = ${repoId} and deleted_at is null
      and (sync_wanted_at is not null or not ${isFree})`,
  )
  return row !== undefined
}
