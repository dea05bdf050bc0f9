import { isConnectionError } from '../database/connection-errors.ts'
import type { Log } from './log.ts'

// Notices may be lost, so it looks by itself too.
const lookAgain = 1000
// What is written in quick succession is done together.
const gatherFor = 200
const longestPause = 60_000
// A database that is back has to be noticed soon, however long it was away.
const maxReconnectMs = 2000

export interface Loop {
  wake(): void
  stop(): Promise<void>
}

/** Does a thing as long as there is more of it, then waits until it is woken. What fails is tried again, less and less often. */
export function loop(
  log: Log,
  deed: string,
  step: () => Promise<boolean>,
  { gather = gatherFor, longest = longestPause }: { gather?: number; longest?: number } = {},
): Loop {
  const stopping = new AbortController()
  let woken = false
  let failures = 0
  let end = () => {}
  // Whoever gathers, or waits after a failure, is not woken before its time.
  const rest = (milliseconds: number, { lightly = false } = {}) =>
    new Promise<void>((resolve) => {
      if (stopping.signal.aborted || (lightly && woken)) return resolve()
      const timer = setTimeout(() => end(), milliseconds)
      timer.unref()
      end = () => {
        clearTimeout(timer)
        wake = nobody
        end = nobody
        resolve()
      }
      if (lightly) wake = end
    })
  let wake = nobody
  const run = async () => {
    while (!stopping.signal.aborted) {
      try {
        woken = false
        const more = await step()
        failures = 0
        if (more) continue
        await rest(lookAgain, { lightly: true })
        if (woken) await rest(gather)
      } catch (error) {
        failures++
        // Logs the first, second, fourth and eighth failure, so that an outage does not fill the log.
        if (!stopping.signal.aborted && Number.isInteger(Math.log2(failures)))
          log.warn({ reason: (error as Error).message, failures }, `${deed} failed and is tried again`)
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

/** Returns how long a loop waits after so many failures in a row: twice as long each time, up to a limit. */
export function backoffMs(error: unknown, failures: number, maxBackoffMs = longestPause): number {
  const limit = isConnectionError(error) ? Math.min(maxReconnectMs, maxBackoffMs) : maxBackoffMs
  return Math.min(lookAgain * 2 ** (failures - 1), limit)
}

const nobody = () => {}
