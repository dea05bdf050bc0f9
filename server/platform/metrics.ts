import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

/** What /metrics tells: the process, the operations, the requests of the doors, the open streams. */
export interface Metrics {
  operation(id: string): (outcome: string) => void
  request(door: string, status: number, seconds: number): void
  streams: Gauge<'door'>
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
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
