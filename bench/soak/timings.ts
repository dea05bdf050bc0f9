import { percentile } from '../report.ts'

/** The kinds of durations that the clients measure, in milliseconds. A delivery is from a change to its live event. */
export type TimingKind = 'reads' | 'writes' | 'deliveries'

export type Percentiles = { p50: number; p95: number }

/** What the clients measured since the last call of `take`. */
export interface Timings {
  requests: number
  reads: Percentiles
  writes: Percentiles
  deliveries: Percentiles
}

export class TimingRecorder {
  #durations: Record<TimingKind, number[]> = noDurations()
  /** The number of failures by message. */
  readonly failures = new Map<string, number>()

  add(kind: TimingKind, milliseconds: number): void {
    this.#durations[kind].push(milliseconds)
  }

  async time<Result>(kind: TimingKind, work: () => Promise<Result>): Promise<Result> {
    const startedAt = performance.now()
    const result = await work()
    this.add(kind, performance.now() - startedAt)
    return result
  }

  fail(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error)
    this.failures.set(message, (this.failures.get(message) ?? 0) + 1)
  }

  take(): Timings {
    const { reads, writes, deliveries } = this.#durations
    this.#durations = noDurations()
    return {
      requests: reads.length + writes.length,
      reads: percentilesOf(reads),
      writes: percentilesOf(writes),
      deliveries: percentilesOf(deliveries),
    }
  }
}

function noDurations(): Record<TimingKind, number[]> {
  return { reads: [], writes: [], deliveries: [] }
}

function percentilesOf(durations: number[]): Percentiles {
  return { p50: percentile(durations, 0.5), p95: percentile(durations, 0.95) }
}
