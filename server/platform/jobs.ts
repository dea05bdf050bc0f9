import { PgBoss } from 'pg-boss'
import type { Database } from '../database/connect.ts'
import type { Log } from './log.ts'

/** Work that happens by itself, once for all nodes: when, and what. */
export interface ScheduledJob {
  name: string
  /** In cron's five fields, UTC. */
  when: string
  run(): Promise<unknown>
}

export interface Jobs {
  /** Does not wait for its time. */
  runNow(name: string): Promise<void>
  close(): Promise<void>
}

/** The queue lives in the same database, in a schema of its own, so that it needs no server beside it. */
export async function startJobs(database: Database, log: Log, scheduled: ScheduledJob[]): Promise<Jobs> {
  const boss = new PgBoss({ db: { executeSql: (sql, values) => execute(database, sql, values) } })
  boss.on('error', (error) => log.warn({ reason: error.message }, 'jobs'))
  await boss.start()
  const workers = new Map<string, string>()
  for (const { name, when, run } of scheduled) {
    await boss.createQueue(name)
    await boss.schedule(name, when)
    const work = async () => {
      await run()
      log.info({ job: name }, 'job done')
    }
    workers.set(name, await boss.work(name, { pollingIntervalSeconds: 30 }, work))
  }
  return {
    async runNow(name) {
      await boss.send(name)
      boss.notifyWorker(workers.get(name)!)
    },
    close: () => boss.stop({ graceful: true, timeout: 10_000 }),
  }
}

// Not prepared under names: its statements are many and rare.
async function execute(database: Database, sql: string, values?: unknown[]) {
  const client = await database.connect()
  try {
    return await client.query(sql, values)
  } finally {
    client.release()
  }
}
