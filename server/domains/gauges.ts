import { sql } from '../database/sql.ts'
import type { App } from '../operations/context.ts'

/** Adds the gauges that a scrape reads from the database and its pool. */
export function addGauges({ metrics, database, epoch, backups }: App): void {
  metrics.gauge({
    name: 'baton_last_good_backup_timestamp_seconds',
    help: 'Time of the last verified scheduled backup, in seconds since 1970. Missing without one.',
    labels: [],
    read() {
      const at = backups.status()?.lastGoodAt
      return at ? [[{}, Date.parse(at) / 1000]] : []
    },
  })
  metrics.gauge({
    name: 'baton_database_connections',
    help: 'Connections to the database, by state, and requests that wait for one.',
    labels: ['state'],
    read() {
      const { used, idle, waiting } = database.connections()
      return [
        [{ state: 'used' }, used],
        [{ state: 'idle' }, idle],
        [{ state: 'waiting' }, waiting],
      ]
    },
  })
  // Jobs are shared by all nodes, so every node reports the same numbers.
  const dueJobs = sql`select name, count(*)::int as jobs, extract(epoch from now() - min(start_after))::float8 as seconds
                     from pgboss.job where state in ('created', 'retry') and start_after <= now() group by name`
  const readJobs = () => database.run<{ name: string; jobs: number; seconds: number }>(dueJobs)
  metrics.gauge({
    name: 'baton_jobs_waiting',
    help: 'Jobs that are due and not started, by queue.',
    labels: ['job'],
    read: async () => (await readJobs()).map(({ name, jobs }) => [{ job: name }, jobs]),
  })
  metrics.gauge({
    name: 'baton_jobs_oldest_seconds',
    help: 'Time that the oldest waiting job has been due, by queue.',
    labels: ['job'],
    read: async () => (await readJobs()).map(({ name, seconds }) => [{ job: name }, seconds]),
  })
  metrics.gauge({
    name: 'baton_follower_lag_seconds',
    help: 'Age of the oldest journal row that a follower has not processed, by follower.',
    labels: ['follower'],
    async read() {
      const rows = await database.run<{ name: string; seconds: number }>(
        sql`select f.name, coalesce(extract(epoch from now() - j.at), 0)::float8 as seconds
           from journal_followers f left join lateral (
             select at from journal where (xid, seq) > (f.xid, f.seq) order by xid, seq limit 1) j on true
          where f.epoch = ${epoch}`,
      )
      return rows.map(({ name, seconds }) => [{ follower: name }, seconds])
    },
  })
}
