import { setTimeout as pause } from 'node:timers/promises'
import type { TimingRecorder } from './timings.ts'

/** The average pause of a client between two requests, and the average number of requests of a connection. */
const meanPauseMs = Number(process.env.SOAK_PAUSE_MS ?? 1000)
const requestsPerConnection = 120
const timeoutMs = 30_000

export interface TurnOptions {
  timings: TimingRecorder
  signal: AbortSignal
}

export interface Connection {
  /** Does one of the things that this client does. */
  act(): Promise<void>
  close(): void
}

/**
 * Acts with random pauses until the signal, and reconnects now and then, because programs also leak per connection. A
 * failure is recorded. The client then reconnects, as real ones do.
 */
export async function takeTurns(
  connect: () => Promise<Connection>,
  { timings, signal }: TurnOptions,
): Promise<void> {
  while (!signal.aborted) {
    let connection: Connection | undefined
    try {
      await pause(2 * Math.random() * meanPauseMs, undefined, { signal })
      connection = await beforeTimeout(connect(), signal)
      do {
        await pause(2 * Math.random() * meanPauseMs, undefined, { signal })
        await beforeTimeout(connection.act(), signal)
      } while (Math.random() > 1 / requestsPerConnection)
    } catch (error) {
      if (!signal.aborted) timings.fail(error)
    } finally {
      connection?.close()
    }
  }
}

/** Waits for the result, but not after the signal, because a node that has stopped sends no response. */
function beforeTimeout<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const ended = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  const { promise, reject } = Promise.withResolvers<never>()
  ended.addEventListener('abort', () => reject(new Error('A request had no response.')), { once: true })
  return Promise.race([work, promise])
}

export function oneOf<Item>(items: readonly Item[]): Item {
  return items[Math.floor(Math.random() * items.length)]!
}
