import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

/** What /metrics tells: the process, the operations, the requests of the doors, the open streams. */
export interface Metrics {
  operation(id: string): (outcome: string) => void
  request(door: string, status: number, seconds: number): void
  streams: Gauge<'door'>
  /** Events that the live hub sent, each counted once for everybody who got it. */
  deliveries: Counter
  /** Those who did not read what they were sent, and were told to come back later. */
  slowReaders: Counter
  /** Statements that failed because the database's disk is full. */
  storageFull: Counter
  text(): Promise<string>
  contentType: string
}

export function createMetrics(): Metrics {
  const registers = [new Registry()]
  const [registry] = registers as [Registry]
  collectDefaultMetrics({ register: registry, prefix: 'baton_' })
  const operations = new Histogram({
    name: 'baton_operation_seconds',
    help: 'How long operations took.',
    labelNames: ['operation', 'outcome'] as const,
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30],
    registers,
  })
  const requests = new Counter({
    name: 'baton_requests_total',
    help: 'Requests answered, by door and status class.',
    labelNames: ['door', 'status'] as const,
    registers,
  })
  const requestSeconds = new Counter({
    name: 'baton_request_seconds_total',
    help: 'Time spent on requests, by door.',
    labelNames: ['door'] as const,
    registers,
  })
  const streams = new Gauge({
    name: 'baton_open_streams',
    help: 'Streams that clients hold open, by door.',
    labelNames: ['door'] as const,
    registers,
  })
  const deliveries = new Counter({
    name: 'baton_live_deliveries_total',
    help: 'Events that the live hub sent, each counted once for everybody who got it.',
    registers,
  })
  const slowReaders = new Counter({
    name: 'baton_live_slow_readers_total',
    help: 'Live connections that were closed because nobody read what they were sent.',
    registers,
  })
  const storageFull = new Counter({
    name: 'baton_storage_full_errors_total',
    help: "Statements that failed because the database's disk is full.",
    registers,
  })
  return {
    operation(id) {
      const from = performance.now()
      return (outcome) => operations.observe({ operation: id, outcome }, (performance.now() - from) / 1000)
    },
    request(door, status, seconds) {
      requests.inc({ door, status: `${Math.floor(status / 100)}xx` })
      requestSeconds.inc({ door }, seconds)
    },
    streams,
    deliveries,
    slowReaders,
    storageFull,
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
