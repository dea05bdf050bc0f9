import { isConnectionError } from './connection-errors.ts'
import type { Log } from './log.ts'

// Wake-ups may be lost, so the loop also polls.
const defaultPollMs = 1000
// Combines wake-ups in quick succession.
const debounceMs = 200
const defaultMaxBackoffMs = 60_000
// A database that is reachable again must be noticed soon, even after a long outage.
const maxReconnectMs = 2000

export interface Loop {
  wake(): void
  stop(): Promise<void>
}

/** Times in milliseconds: to combine wake-ups, the longest backoff, and between two polls. */
export interface LoopOptions {
  gather?: number
  longest?: number
  poll?: number
}

/**
 * Runs `step` until it returns false, then waits for `wake()`. Retries failures with backoff. `name` appears in the
 * log.
 */
export function loop(
  log: Log,
  name: string,
  step: () => Promise<boolean>,
  { gather = debounceMs, longest = defaultMaxBackoffMs, poll = defaultPollMs }: LoopOptions = {},
): Loop {
  const stopping = new AbortController()
  let woken = false
  let failures = 0
  let end = () => {}
  // Only the poll wait can be woken. The debounce and the backoff last their full time.
  const rest = (milliseconds: number, { canWake = false } = {}) =>
    new Promise<void>((resolve) => {
      if (stopping.signal.aborted || (canWake && woken)) return resolve()
      const timer = setTimeout(() => end(), milliseconds)
      timer.unref()
      end = () => {
        clearTimeout(timer)
        wake = doNothing
        end = doNothing
        resolve()
      }
      if (canWake) wake = end
    })
  let wake = doNothing
  const run = async () => {
    while (!stopping.signal.aborted) {
      try {
        woken = false
        const more = await step()
        failures = 0
        if (more) continue
        await rest(poll, { canWake: true })
        if (woken) await rest(gather)
      } catch (error) {
        failures++
        // Logs the first, second, fourth and eighth failure, so that an outage does not fill the log.
        if (!stopping.signal.aborted && Number.isInteger(Math.log2(failures)))
          log.warn({ reason: (error as Error).message, failures }, `${name} failed and will be retried`)
        await rest(backoffMs(error, failures, longest))
      }
    }
  }
  const ended = run()
  return {
    wake() {
      woken = true
      wake()
    },
    stop() {
      stopping.abort()
      end()
      return ended
    },
  }
}

/** Returns the wait after a number of consecutive failures. It doubles each time, up to a limit. */
export function backoffMs(error: unknown, failures: number, maxBackoffMs = defaultMaxBackoffMs): number {
  const limit = isConnectionError(error) ? Math.min(maxReconnectMs, maxBackoffMs) : maxBackoffMs
  return Math.min(defaultPollMs * 2 ** (failures - 1), limit)
}

const doNothing = () => {}
