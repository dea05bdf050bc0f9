import fs from 'node:fs'
import type pg from 'pg'
import type { ServerProcess } from '../../test/partners/server-process.ts'
import { send } from '../load.ts'
import type { Timings } from './timings.ts'

export const metricsToken = 'token-that-only-the-soak-uses'

export interface NodeSample {
  residentMb: number
  /** The JavaScript heap in it, with what the next garbage collection removes. */
  heapMb: number
  descriptors: number
  handles: number
  /** The 99th percentile of the interval of a 10 ms timer since the last sample: 10 means that nothing delayed it. */
  loopMs: number
}

/** One row of the result: the interval that ends at `minute`. */
export interface Sample extends Timings {
  minute: number
  failures: number
  nodes: NodeSample[]
  /** The number of journal rows that the search index has not processed, and the most of any other follower. */
  searchLag: number
  otherLag: number
  databaseMb: number
  journalRows: number
}

export async function sampleNode({ pid, url }: ServerProcess): Promise<NodeSample> {
  const headers = { Authorization: `Bearer ${metricsToken}` }
  const { text } = await send(url, { method: 'GET', path: '/metrics', headers })
  const sum = (metric: string) =>
    [...text.matchAll(new RegExp(`^${metric}(?:\\{.*\\})? (\\S+)$`, 'gm'))].reduce(
      (total, [, value]) => total + Number(value),
      0,
    )
  return {
    residentMb: Number(/^VmRSS:\s+(\d+) kB/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024,
    heapMb: sum('baton_nodejs_heap_size_used_bytes') / 2 ** 20,
    descriptors: fs.readdirSync(`/proc/${pid}/fd`).length,
    handles: sum('baton_nodejs_active_handles'),
    loopMs: sum('baton_nodejs_eventloop_lag_p99_seconds') * 1000,
  }
}

type DatabaseSample = Pick<Sample, 'searchLag' | 'otherLag' | 'databaseMb' | 'journalRows'>

export async function sampleDatabase(database: pg.Client): Promise<DatabaseSample> {
  const { rows } = await database.query<DatabaseSample>(
    `select max(lag) filter (where name = 'search')::int as "searchLag",
            max(lag) filter (where name <> 'search')::int as "otherLag",
            pg_database_size(current_database()) / 2 ^ 20 as "databaseMb",
            (select count(*)::int from journal) as "journalRows"
       from (select f.name, (select count(*) from journal j where (j.xid, j.seq) > (f.xid, f.seq)) as lag
               from journal_followers f) as followers`,
  )
  return rows[0]!
}
