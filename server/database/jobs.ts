import { setTimeout as pause } from 'node:timers/promises'
import { type JobResult, type JobWithMetadata, PgBoss, type WorkOptions } from 'pg-boss'
import type { Database, Queries } from './connect.ts'
import { keepDoneSeconds, keepFailedJob, sealFailure } from './failed-jobs.ts'
import { Sql } from './sql.ts'
import { newId } from '../platform/ids.ts'
import { GiveUp } from '../platform/give-up.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { Secrets } from '../platform/secrets.ts'

/** Work that runs on a schedule, once for all nodes. */
export interface ScheduledJob {
  name: string
  /** A cron expression with five fields, in UTC. */
  when: string
  run(): Promise<unknown>
}

/** Work that a write queues. Any node runs it after the commit and retries it until it succeeds. */
export interface QueuedJob {
  name: string
  /**
   * May run twice, if a node stops before it reports success. Errors are logged, so they must not contain user data.
   */
  run(payload: object): Promise<unknown>
  /**
   * Runs up to this number of jobs on a node, each on its own. For jobs that wait for other servers: in a batch, a slow one
   * would delay the next batch.
   */
  parallel?: number
  /** The limit of one attempt. Default: 60. A longer job runs alone on its node, and others wait for its end. */
  maxSeconds?: number
}

export interface Jobs {
  /**
   * Queues a job. With the `db` of a write, the job is part of its transaction, and the caller calls `wake` after the
   * commit. `after` is the minimum delay in seconds.
   */
  enqueue(name: string, payload: object, db?: Queries, after?: number): Promise<void>
  /** Makes this node poll the queue now. */
  wake(name: string): void
  /** Runs a scheduled job without waiting for its time. */
  runNow(name: string): Promise<void>
}

export interface OpenJobs extends Jobs {
  start(scheduled: ScheduledJob[], queued: QueuedJob[]): Promise<void>
  close(): Promise<void>
}

export interface JobsOptions {
  /** Whether this node runs jobs. If not, queued jobs wait in the database for another node. */
  work: boolean
  /** Seconds before the first retry, doubled each time. 0 retries immediately. */
  retryDelay?: number
  /** Seconds between polls for jobs without a `wake` call: retries, and jobs of a node that has stopped. */
  polling?: number
  /** Whether delayed jobs wait. Off, they run immediately. */
  waits?: boolean
}

// A worker renews its lock on a running job. After this time without a renewal, another node retries the job.
const heartbeatSeconds = 10
const defaultMaxSeconds = 60
// How often a node looks for such jobs.
const superviseSeconds = 5

interface JobsParts {
  database: Database
  secrets: Secrets
  log: Log
  metrics: Pick<Metrics, 'jobFailures'>
}

/** Opens the job queue. It uses its own schema in the same database, so it needs no additional server. */
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
  const maxSeconds = new Map<string, number>()
  const wake = (name: string) => boss.notifyWorker(workers.get(name) ?? '')
  // Passed with each job, because a queue keeps the options it was created with. A mail server may be down for hours.
  const retryOptions = {
    retryLimit: 12,
    ...(retryDelay > 0 && { retryDelay, retryBackoff: true, retryDelayMax: 3600 }),
    expireInSeconds: defaultMaxSeconds,
    heartbeatSeconds,
    deleteAfterSeconds: keepDoneSeconds,
  }

  /** Returns the status and the encrypted reason to pg-boss, which stores what it receives. Errors may contain user data. */
  async function attempt(job: Attempt, run: (stored: Sealed) => Promise<unknown>): Promise<JobResult> {
    const { id, name, retryCount, retryLimit } = job
    try {
      await run(job.data)
      log.info({ job: name }, 'job done')
      return { id, status: 'completed' }
    } catch (error) {
      metrics.jobFailures.inc({ job: name })
      const details = { job: name, reason: (error as Error).message, tries: retryCount + 1 }
      const isFinal = error instanceof GiveUp || retryCount >= retryLimit
      const output = sealFailure(secrets, details.reason)
      if (!isFinal) {
        log.warn(details, 'job failed and will be retried')
        return { id, status: 'failed', output }
      }
      log.error(details, 'job failed permanently')
      await keepFailedJob(database, name, id)
      return { id, status: 'deadletter', output }
    }
  }

  async function work(name: string, polling: WorkOptions, run: (stored: Sealed) => Promise<unknown>) {
    const runAll = (jobs: Attempt[]) => Promise.all(jobs.map((job) => attempt(job, run)))
    const worker = await boss.work(name, { ...polling, includeMetadata: true, perJobResults: true }, runAll)
    workers.set(name, worker)
  }

  return {
    async start(scheduled, queued) {
      await createQueues(boss, [...scheduled, ...queued])
      for (const job of queued) maxSeconds.set(job.name, job.maxSeconds ?? defaultMaxSeconds)
      if (!options.work) return
      for (const { name, when, run } of scheduled) {
        await boss.schedule(name, when)
        await work(name, { pollingIntervalSeconds: 30 }, run)
      }
      const inBatches = { pollingIntervalSeconds: polling, batchSize: 10, burstWhenBatchFull: true }
      for (const { name, run, parallel } of queued) {
        const isLong = maxSeconds.get(name)! > defaultMaxSeconds
        const alone = { pollingIntervalSeconds: polling, localConcurrency: parallel ?? 1 }
        const options = parallel ? alone : isLong ? { ...inBatches, batchSize: 1 } : inBatches
        await work(name, options, async (stored) => {
          await run(unseal(secrets, name, stored))
          // pg-boss waits for the next poll after each long job, because it takes one at a time.
          if (isLong) wake(name)
        })
      }
    },
    async enqueue(name, payload, db, after = 0) {
      const transaction = db && {
        db: { executeSql: (sql: string, values?: unknown[]) => runText(db, sql, values) },
      }
      const delay = waits && after > 0 ? { startAfter: after } : {}
      const id = await boss.send(name, seal(secrets, name, payload), {
        ...retryOptions,
        expireInSeconds: maxSeconds.get(name) ?? defaultMaxSeconds,
        ...delay,
        ...transaction,
      })
      // pg-boss returns null if the queue doesn't exist.
      if (id === null) throw new Error(`The job ${name} could not be queued.`)
      if (!db) wake(name)
    },
    wake,
    async runNow(name) {
      await boss.send(name)
      wake(name)
    },
    async close() {
      // Waits up to 10 seconds for running jobs. (pg-boss would wait too, but polls only twice a second.)
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
    // Fills a cache of pg-boss. A lookup during a transaction would wait for the only connection of the embedded
    // database, which the transaction holds.
    await boss.findJobs(name, { id: newId() })
  }
}

/** An encrypted payload. Jobs contain sign-in codes and links, which a stolen database must not reveal. */
interface Sealed {
  sealed: string
}

function seal(secrets: Secrets, name: string, payload: object): Sealed {
  return { sealed: secrets.encrypt(`job ${name}`, JSON.stringify(payload)).toString('base64') }
}

function unseal(secrets: Secrets, name: string, { sealed }: Sealed): object {
  return JSON.parse(secrets.decrypt(`job ${name}`, Buffer.from(sealed, 'base64'))) as object
}

/** Runs a statement of pg-boss, which numbers its parameters. */
async function runText(db: Queries, text: string, values: unknown[] = []) {
  const [first, ...rest] = text.split(/\$(\d+)/)
  const texts = rest.filter((_, index) => index % 2 === 1)
  const numbers = rest.filter((_, index) => index % 2 === 0)
  const statement = new Sql(
    [first!, ...texts],
    numbers.map((number) => values[Number(number) - 1]),
  )
  return { rows: await db.run<never>(statement) }
}

// Avoids named prepared statements, because pg-boss sends many different statements rarely.
async function execute(database: Database, sql: string, values?: unknown[]) {
  const client = await database.connect()
  try {
    return await client.query(sql, values)
  } finally {
    client.release()
  }
}
