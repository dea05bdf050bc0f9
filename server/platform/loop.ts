import type { Log } from './log.ts'

// Notices may be lost, so it looks by itself too.
const lookAgain = 1000
// What is written in quick succession is done together.
const gatherFor = 200
const longestPause = 60_000

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
        if (!stopping.signal.aborted)
          log.warn({ reason: (error as Error).message, failures }, `${deed} failed and is tried again`)
        await rest(Math.min(lookAgain * 2 ** (failures - 1), longest))
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

const nobody = () => {}
