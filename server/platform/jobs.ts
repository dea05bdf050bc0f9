import { setTimeout as pause } from 'node:timers/promises'
import { type JobResult, type JobWithMetadata, PgBoss, type WorkOptions } from 'pg-boss'
import type { Database, Queries } from '../database/connect.ts'
import { newId } from './ids.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { Secrets } from './secrets.ts'

/** Work that happens by itself, once for all nodes: when, and what. */
export interface ScheduledJob {
  name: string
  /** In cron's five fields, UTC. */
  when: string
  run(): Promise<unknown>
}

/** Work that a write leaves behind: done after it, by any node, and tried again until it succeeds. */
export interface QueuedJob {
  name: string
  /** May run twice, if a node ends before it could say that it is done. Its errors are logged: they hold no content. */
  run(payload: object): Promise<unknown>
}

export interface Jobs {
  /**
   * Queues a job. With a write's `db` it is part of the write: whoever commits calls `wake` then. `after` so many seconds it
   * is done at the earliest.
   */
  enqueue(name: string, payload: object, db?: Queries, after?: number): Promise<void>
  /** Lets this node look into the queue now, and not only the next time that it would. */
  wake(name: string): void
  /** Runs a scheduled job without waiting for its time. */
  runNow(name: string): Promise<void>
}

export interface OpenJobs extends Jobs {
  start(scheduled: ScheduledJob[], queued: QueuedJob[]): Promise<void>
  close(): Promise<void>
}

export interface JobsOptions {
  /** Without it nothing runs on this node: what is queued waits in the database for one that works. */
  work: boolean
  /** Seconds before a failed job is tried again, twice as many each time; 0 for at once. */
  retryDelay?: number
  /** Seconds between two looks for what nobody called `wake` for: second tries, and jobs of a node that has ended. */
  polling?: number
  /** Off where what is to be done a while later is done at once. */
  waits?: boolean
}

// A worker renews its hold on a job while it runs. A job of a node that has ended is retried once this time has passed.
const heartbeatSeconds = 10
// How often a node looks for such jobs.
const superviseSeconds = 5

/** Thrown by a job for which another try is no use. */
export class GiveUp extends Error {}

interface JobsParts {
  database: Database
  secrets: Secrets
  log: Log
  metrics: Pick<Metrics, 'jobFailures'>
}

/** The queue lives in the same database, in a schema of its own, so that it needs no server beside it. */
export async function openJobs(
  { database, secrets, log, metrics }: JobsParts,
  options: JobsOptions,
): Promise<OpenJobs> {
  const { retryDelay = 5, polling = 5, waits = true } = options
  const boss = new PgBoss({
    db: { executeSql: (sql, values) => execute(database, sql, values) },
    supervise: options.work,
    schedule: options.work,
    maintenanceIntervalSeconds: 300,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
  })
  boss.on('error', (error) => log.warn({ reason: error.message }, 'jobs'))
  await boss.start()
  const workers = new Map<string, string>()
  const wake = (name: string) => boss.notifyWorker(workers.get(name) ?? '')
  // Given with each job, since a queue keeps what it was made with. A mail server may be away for some hours.
  const patience = {
    retryLimit: 12,
    ...(retryDelay > 0 && { retryDelay, retryBackoff: true, retryDelayMax: 3600 }),
    expireInSeconds: 60,
    heartbeatSeconds,
    deleteAfterSeconds: 60,
  }

  /** Whatever becomes of a job, pg-boss is told no more than that: what it is told, it stores. */
  async function attempt(job: Attempt, run: (stored: Sealed) => Promise<unknown>): Promise<JobResult> {
    const { id, name, retryCount, retryLimit } = job
    try {
      await run(job.data)
      log.info({ job: name }, 'job done')
      return { id, status: 'completed' }
    } catch (error) {
      metrics.jobFailures.inc({ job: name })
      const told = { job: name, reason: (error as Error).message, tries: retryCount + 1 }
      const last = error instanceof GiveUp || retryCount >= retryLimit
      if (last) log.error(told, 'job given up')
      else log.warn(told, 'job failed, and will be tried again')
      return { id, status: last ? 'deadletter' : 'failed' }
    }
  }

  async function work(name: string, pace: WorkOptions, run: (stored: Sealed) => Promise<unknown>) {
    const each = (jobs: Attempt[]) => Promise.all(jobs.map((job) => attempt(job, run)))
    const worker = await boss.work(name, { ...pace, includeMetadata: true, perJobResults: true }, each)
    workers.set(name, worker)
  }

  return {
    async start(scheduled, queued) {
      await createQueues(boss, [...scheduled, ...queued])
      if (!options.work) return
      for (const { name, when, run } of scheduled) {
        await boss.schedule(name, when)
        await work(name, { pollingIntervalSeconds: 30 }, run)
      }
      const inBatches = { pollingIntervalSeconds: polling, batchSize: 10, burstWhenBatchFull: true }
      for (const { name, run } of queued) {
        await work(name, inBatches, async (stored) => run(unseal(secrets, name, stored)))
      }
    },
    async enqueue(name, payload, db, after = 0) {
      const within = db && {
        db: { executeSql: (sql: string, values?: unknown[]) => rowsOf(db, sql, values) },
      }
      const later = waits && after > 0 ? { startAfter: after } : {}
      const id = await boss.send(name, seal(secrets, name, payload), { ...patience, ...later, ...within })
      // pg-boss says no more than this where it has no such queue.
      if (id === null) throw new Error(`The job ${name} could not be queued.`)
      if (!db) wake(name)
    },
    wake,
    async runNow(name) {
      await boss.send(name)
      wake(name)
    },
    async close() {
      // What was begun is finished, within limits. (pg-boss would wait for it too, but looks only twice a second.)
      const ended = Promise.all([...workers.keys()].map((name) => boss.offWork(name)))
      await Promise.race([ended, pause(10_000, undefined, { ref: false })])
      await boss.stop()
    },
  }
}

type Attempt = JobWithMetadata<Sealed>

async function createQueues(boss: PgBoss, jobs: { name: string }[]): Promise<void> {
  const names = jobs.map(({ name }) => name)
  const known = new Set((await boss.getQueues(names)).map(({ name }) => name))
  for (const name of names.filter((name) => !known.has(name))) {
    await boss.createQueue(name)
    // Fills a cache of pg-boss: looked up while a transaction is open, it would wait for the embedded database's only
    // connection, which the transaction has.
    await boss.findJobs(name, { id: newId() })
  }
}

/** A job holds what a mail does, codes and links, and a stolen database must be of no use. */
interface Sealed {
  sealed: string
}

function seal(secrets: Secrets, name: string, payload: object): Sealed {
  return { sealed: secrets.encrypt(`job ${name}`, JSON.stringify(payload)).toString('base64') }
}

function unseal(secrets: Secrets, name: string, { sealed }: Sealed): object {
  return JSON.parse(secrets.decrypt(`job ${name}`, Buffer.from(sealed, 'base64'))) as object
}

async function rowsOf(db: Queries, sql: string, values?: unknown[]) {
  return { rows: await db.run<never>(sql, values) }
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
