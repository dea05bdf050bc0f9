import fs from 'node:fs/promises'
import os from 'node:os'
import type { Config } from '../config.ts'
import { newId } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics, Total } from '../platform/metrics.ts'
import { version } from '../platform/version.ts'
import type { Database } from './connect.ts'
import { sql } from './sql.ts'

/** Seconds between two heartbeats, and so the largest age of the counters in the overview. */
export const heartbeatSeconds = 30
/** Condition: node `n` sent a heartbeat recently. */
export const nodeIsAlive = sql`n.seen_at > now() - interval '${sql.raw(3 * heartbeatSeconds)} seconds'`
const countDays = 400

export interface NodeHeartbeat {
  /** Writes the load of this node and its new counts. */
  beat(): Promise<void>
  start(): void
  close(): Promise<void>
}

/**
 * Reports this node to the database: its version and load, and the counts since the last heartbeat, which are added to
 * those of all nodes. One statement for each heartbeat.
 */
export function createNodeHeartbeat(parts: {
  config: Config
  database: Database
  metrics: Pick<Metrics, 'totals'>
  log: Log
}): NodeHeartbeat {
  const { config, database, metrics, log } = parts
  const id = newId()
  const startedAt = new Date().toISOString()
  let last = { at: performance.now(), cpu: process.cpuUsage(), totals: new Map<string, number>() }
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  async function write(): Promise<void> {
    const totals = await metrics.totals()
    const now = { at: performance.now(), cpu: process.cpuUsage(), totals: mapOf(totals) }
    const seconds = Math.max(0.001, (now.at - last.at) / 1000)
    const counts = totals
      .map((total) => ({ ...total, count: total.count - (last.totals.get(keyOf(total)) ?? 0) }))
      .filter(({ count }) => count > 0)
    const requests = counts
      .filter(({ name }) => name === 'requests')
      .reduce((sum, { count }) => sum + count, 0)
    const { user, system } = process.cpuUsage(last.cpu)
    const disk = await fs.statfs(config.DATA_DIR).catch(() => undefined)
    const node = {
      id,
      name: `${os.hostname()} (${process.pid})`,
      version,
      started_at: startedAt,
      cpu: (user + system) / 1e6 / seconds,
      memory_bytes: process.memoryUsage.rss(),
      load_average: os.loadavg()[0]!,
      cores: os.availableParallelism(),
      requests_per_minute: (60 * requests) / seconds,
      disk_free_bytes: disk ? disk.bavail * disk.bsize : null,
      disk_total_bytes: disk ? disk.blocks * disk.bsize : null,
    }
    // The order of the counts prevents a deadlock between nodes.
    await database.run(
      sql`with counted as (
         insert into daily_counts (day, name, label, count)
         select (now() at time zone 'utc')::date, name, label, count
           from jsonb_populate_recordset(null::daily_counts, ${JSON.stringify(counts)}::jsonb) order by name, label
         on conflict (day, name, label) do update set count = daily_counts.count + excluded.count)
       insert into nodes (id, name, version, started_at, seen_at, cpu, memory_bytes, load_average, cores,
           requests_per_minute, disk_free_bytes, disk_total_bytes)
       select id, name, version, started_at, now(), cpu, memory_bytes, load_average, cores, requests_per_minute,
           disk_free_bytes, disk_total_bytes
         from jsonb_populate_record(null::nodes, ${JSON.stringify(node)}::jsonb)
       on conflict (id) do update set seen_at = now(), cpu = excluded.cpu, memory_bytes = excluded.memory_bytes,
         load_average = excluded.load_average, requests_per_minute = excluded.requests_per_minute,
         disk_free_bytes = excluded.disk_free_bytes, disk_total_bytes = excluded.disk_total_bytes`,
    )
    // Only now, so that the next heartbeat adds the counts of a failed one.
    last = now
  }

  /** Runs after the heartbeat before, because two at once would add the same counts. */
  function beat(): Promise<void> {
    const next = running.then(write)
    running = next.catch(() => {})
    return next
  }

  const tryBeat = () =>
    beat().catch((error: Error) => log.warn({ reason: error.message }, 'the heartbeat of this node failed'))
  return {
    beat,
    start() {
      void tryBeat()
      timer = setInterval(() => void tryBeat(), heartbeatSeconds * 1000).unref()
    },
    async close() {
      clearInterval(timer)
      await running
      if (!timer) return
      await tryBeat()
      // Without this, the node would look as if it had crashed.
      await database.run(sql`delete from nodes where id = ${id}`).catch(() => {})
    },
  }
}

const keyOf = ({ name, label }: Total) => `${name} ${label}`

function mapOf(totals: Total[]): Map<string, number> {
  return new Map(totals.map((total) => [keyOf(total), total.count]))
}

/** Deletes old counts, and nodes that stopped without notice. */
export async function purgeNodes(database: Database): Promise<void> {
  await database.run(sql`delete from nodes where seen_at < now() - interval '1 day'`)
  await database.run(sql`delete from daily_counts where day < now() - interval '${sql.raw(countDays)} days'`)
}
