import { databaseNow } from './clock.ts'
import type { Database } from './connect.ts'
import { sql } from './sql.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'

export interface Allowance {
  allowed: boolean
  limit: number
  remaining: number
  /** Seconds until the window ends. */
  reset: number
}

/**
 * Limits per minute, shared by all nodes through the database.
 *
 * `count` is for every request and must be cheap: each node counts locally and adds its counts to the shared ones in
 * one statement, twice a second. Requests between two exchanges can exceed a limit. `countExactly` is for guessable
 * secrets: it counts each attempt in the database before the attempt is made.
 */
export interface RateLimits {
  count(key: string, limit: number): Allowance
  /** `window` is in milliseconds, at most an hour, because older counts are deleted. */
  countExactly(key: string, limit: number, window?: number): Promise<Allowance>
  /** Exchanges counts with the other nodes now. */
  share(): Promise<void>
  close(): Promise<void>
}

const minute = 60_000

interface Counter {
  start: number
  /** The count of all nodes at the last exchange. */
  shared: number
  /** Counted here since then. */
  own: number
}

export function createRateLimits(
  database: Database,
  log: Log,
  { rateLimitRejections }: Pick<Metrics, 'rateLimitRejections'>,
): RateLimits {
  const counters = new Map<string, Counter>()

  /** Counts a rejection under the first word of its key: `credential`, `network`, `guess`, … */
  function countRejection(key: string, allowance: Allowance): Allowance {
    if (!allowance.allowed) rateLimitRejections.inc({ limit: key.split(' ', 1)[0]! })
    return allowance
  }

  async function share(): Promise<void> {
    const changed = [...counters].filter(([, counter]) => counter.own > 0)
    deleteExpired(counters)
    if (changed.length === 0) return
    const sent = changed.map(([, counter]) => counter.own)
    const starts = changed.map(([, counter]) => new Date(counter.start).toISOString())
    for (const [, counter] of changed) {
      counter.shared += counter.own
      counter.own = 0
    }
    const rows = await database.run<{ key: string; hits: number }>(
      sql`insert into rate_limits as old (key, window_start, hits)
       select * from unnest(${changed.map(([key]) => key)}::text[], ${starts}::timestamptz[], ${sent}::int[]) order by 1
       on conflict (key) do update set
         hits = case when old.window_start = excluded.window_start then old.hits else 0 end + excluded.hits,
         window_start = excluded.window_start
       returning key, hits`,
    )
    for (const { key, hits } of rows) {
      const counter = counters.get(key)
      if (counter) counter.shared = hits
    }
  }

  const timer = setInterval(() => {
    share().catch((error: Error) => log.warn({ reason: error.message }, 'rate limits were not shared'))
  }, 500).unref()

  return {
    count(key, limit) {
      const start = windowStart()
      let counter = counters.get(key)
      if (counter?.start !== start) counters.set(key, (counter = { start, shared: 0, own: 0 }))
      counter.own++
      return countRejection(key, allowance(counter.shared + counter.own, limit, start))
    },
    async countExactly(key, limit, window = minute) {
      const start = windowStart(window)
      const [row] = await database.run<{ hits: number }>(
        sql`insert into rate_limits as old (key, window_start, hits) values (${key}, ${new Date(start).toISOString()}, 1)
         on conflict (key) do update set
           hits = case when old.window_start = excluded.window_start then old.hits else 0 end + 1,
           window_start = excluded.window_start
         returning hits`,
      )
      return countRejection(key, allowance(row!.hits, limit, start, window))
    },
    share,
    async close() {
      clearInterval(timer)
      await share().catch(() => {})
    },
  }
}

/** Deletes expired counts. A scheduled job calls it. */
export async function purgeRateLimits(database: Database): Promise<void> {
  await database.run(sql`delete from rate_limits where window_start < now() - interval '1 hour'`)
}

function allowance(hits: number, limit: number, start: number, window = minute): Allowance {
  const reset = Math.max(1, Math.ceil((start + window - databaseNow()) / 1000))
  return { allowed: hits <= limit, limit, remaining: Math.max(0, limit - hits), reset }
}

function windowStart(window = minute): number {
  return Math.floor(databaseNow() / window) * window
}

function deleteExpired(counters: Map<string, Counter>): void {
  const start = windowStart()
  for (const [key, counter] of counters) if (counter.start !== start) counters.delete(key)
}
