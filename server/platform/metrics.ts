import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

/** The metrics of this process, served at /metrics. docs/metrics.md lists them. */
export interface Metrics {
  /** Measures an operation. One that `waits` for events is never slow. */
  operation(id: string, waits: boolean): (outcome: string) => void
  request(door: string, status: number, seconds: number): void
  streams: Gauge<'door'>
  /** Events that the live hub sent, counted once for each subscriber. */
  deliveries: Counter
  /** Live connections that were closed because the client read too slowly. */
  slowReaders: Counter
  jobFailures: Counter<'job'>
  webhookAttempts: Counter<'outcome'>
  emailAttempts: Counter<'outcome'>
  rateLimitRejections: Counter<'limit'>
  backupFailures: Counter
  storageFullErrors: Counter
  /** Adds a gauge whose values are read at each scrape. */
  gauge<Label extends string>(options: ScrapedGauge<Label>): void
  /** Returns the counters that the overview of the instance stores by day, since the start of this process. */
  totals(): Promise<Total[]>
  text(): Promise<string>
  contentType: string
}

export const totalNames = [
  'requests',
  'slow_operations',
  'failed_operations',
  'email_attempts',
  'webhook_attempts',
] as const

export interface Total {
  name: (typeof totalNames)[number]
  /** The status class of requests, the id of operations, or the outcome of attempts. */
  label: string
  count: number
}

export interface ScrapedGauge<Label extends string> {
  name: string
  help: string
  labels: Label[]
  read(): Reading<Label>[] | Promise<Reading<Label>[]>
}

export type Reading<Label extends string> = [labels: Record<Label, string>, value: number]

// prom-client names these gauges like counters. The gauges without the suffix have the same numbers by type.
const misnamed = ['active_handles', 'active_requests', 'active_resources'].map(
  (name) => `baton_nodejs_${name}_total`,
)
const readTimeoutMs = 2000

export function createMetrics(): Metrics {
  const registers = [new Registry()]
  const [registry] = registers as [Registry]
  collectDefaultMetrics({ register: registry, prefix: 'baton_' })
  for (const name of misnamed) registry.removeSingleMetric(name)
  const operations = new Histogram({
    name: 'baton_operation_seconds',
    help: 'Duration of operations.',
    labelNames: ['operation', 'outcome'] as const,
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30],
    registers,
  })
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name, help, labelNames, registers })
  const requests = counter('baton_requests_total', 'Requests, by door and status class.', ['door', 'status'])
  const requestSeconds = counter('baton_request_seconds_total', 'Time spent on requests, by door.', ['door'])
  // Added up until someone reads the counters: a counter with labels costs more than the rest of a short request's bookkeeping.
  const pending = new Map<string, { count: number; seconds: number }>()
  const slowOperations = counter(
    'baton_slow_operations_total',
    'Operations that took longer than a second.',
    ['operation'],
  )
  const failedOperations = counter(
    'baton_failed_operations_total',
    'Operations that failed with an internal error.',
    ['operation'],
  )
  const emailAttempts = counter('baton_email_attempts_total', 'Attempts to send an email.', ['outcome'])
  const webhookAttempts = counter('baton_webhook_attempts_total', 'Attempts to deliver to a webhook.', [
    'outcome',
  ])
  function addPending(): void {
    for (const [key, { count, seconds }] of pending) {
      const [door = '', status = ''] = key.split(' ')
      requests.inc({ door, status }, count)
      requestSeconds.inc({ door }, seconds)
    }
    pending.clear()
  }

  return {
    operation(id, waits) {
      const from = performance.now()
      return (outcome) => {
        const seconds = (performance.now() - from) / 1000
        operations.observe({ operation: id, outcome }, seconds)
        if (seconds > 1 && !waits) slowOperations.inc({ operation: id })
        if (outcome === 'internal') failedOperations.inc({ operation: id })
      }
    },
    request(door, status, seconds) {
      const key = `${door} ${Math.floor(status / 100)}xx`
      const counted = pending.get(key) ?? { count: 0, seconds: 0 }
      counted.count++
      counted.seconds += seconds
      pending.set(key, counted)
    },
    streams: new Gauge({
      name: 'baton_open_streams',
      help: 'Streams that clients hold open, by door.',
      labelNames: ['door'] as const,
      registers,
    }),
    deliveries: counter(
      'baton_live_deliveries_total',
      'Events that the live hub sent, counted once for each subscriber.',
    ),
    slowReaders: counter(
      'baton_live_slow_readers_total',
      'Live connections that were closed because the client did not read.',
    ),
    jobFailures: counter(
      'baton_job_failures_total',
      'Failed attempts of jobs. Emails are the jobs mail and sign-in-mail.',
      ['job'],
    ),
    webhookAttempts,
    emailAttempts,
    rateLimitRejections: counter('baton_rate_limit_rejections_total', 'Requests over a rate limit.', [
      'limit',
    ]),
    storageFullErrors: counter(
      'baton_storage_full_errors_total',
      "Statements that failed because the database's disk is full.",
    ),
    backupFailures: counter(
      'baton_backup_failures_total',
      'Scheduled backups that failed or could not be verified.',
    ),
    gauge({ name, help, labels, read }) {
      const gauge = new Gauge({
        name,
        help,
        labelNames: labels,
        registers: [],
        async collect() {
          this.reset()
          for (const [values, value] of await readWithTimeout(read)) this.set(values, value)
        },
      })
      registry.registerMetric(gauge)
    },
    async totals() {
      addPending()
      const counted = await Promise.all([
        totalsOf('requests', requests, 'status'),
        totalsOf('slow_operations', slowOperations, 'operation'),
        totalsOf('failed_operations', failedOperations, 'operation'),
        totalsOf('email_attempts', emailAttempts, 'outcome'),
        totalsOf('webhook_attempts', webhookAttempts, 'outcome'),
      ])
      return counted.flat()
    },
    text() {
      addPending()
      return registry.metrics()
    },
    contentType: registry.contentType,
  }
}

/** Returns the values of a counter, added up by one of its labels. */
async function totalsOf<Label extends string>(
  name: Total['name'],
  counter: Counter<Label>,
  label: Label,
): Promise<Total[]> {
  const { values } = await counter.get()
  const byLabel = Map.groupBy(values, ({ labels }) => String(labels[label]))
  return [...byLabel].map(([label, readings]) => ({
    name,
    label,
    count: readings.reduce((sum, { value }) => sum + value, 0),
  }))
}

/** Returns no readings if they fail or time out, so that a scrape works while the database is unreachable. */
async function readWithTimeout<Label extends string>(
  read: ScrapedGauge<Label>['read'],
): Promise<Reading<Label>[]> {
  const { promise, resolve } = Promise.withResolvers<Reading<Label>[]>()
  const timer = setTimeout(resolve, readTimeoutMs, []).unref()
  try {
    return await Promise.race([read(), promise])
  } catch {
    return []
  } finally {
    clearTimeout(timer)
  }
}
