import type { App } from '../../operations/context.ts'
import { newId } from '../../platform/ids.ts'
import { indexWhatComesWithBaton } from './come-with-baton.ts'
import { followJournal } from './follow-journal.ts'
import { embedSome, endLease } from './keeper.ts'
import { learnWhatIsCommon } from './words.ts'

/** Keeps the index behind the search: what happens, and what it means. */
export interface SearchIndex {
  /** Goes on by itself until it is closed. */
  start(): void
  /** Done when the handbook and what else comes with Baton can be found by its words. */
  indexWhatComesWithBaton(): Promise<void>
  /** Done when all that was committed before can be found by its words. */
  catchUp(): Promise<void>
  /** Done when all of it can be found by its meaning too. */
  embedAll(): Promise<void>
  close(): Promise<void>
}

type Parts = Pick<App, 'database' | 'epoch' | 'embedder' | 'bus' | 'log'>

// Notices may be lost, so it looks by itself too.
const lookAgain = 1000
// What is written in quick succession is indexed together.
const gather = 50
const longestPause = 60_000

export function createSearchIndex(parts: Parts): SearchIndex {
  const node = newId()
  let withBaton: Promise<void> | undefined
  const running: Loop[] = []
  let stopListening = () => {}

  const index: SearchIndex = {
    start() {
      const follower = loop(parts, 'following the journal', async () => {
        await index.indexWhatComesWithBaton()
        const more = await followJournal(parts)
        if (!more) keeper.wake()
        return more
      })
      const keeper = loop(parts, 'embedding', async () => {
        const some = await embedSome(parts, node)
        if (some === 0) await learnWhatIsCommon(parts.database)
        return some > 0
      })
      running.push(follower, keeper)
      stopListening = parts.bus.onNews(follower.wake)
    },
    indexWhatComesWithBaton() {
      withBaton ??= indexWhatComesWithBaton(parts.database)
      withBaton.catch(() => (withBaton = undefined))
      return withBaton
    },
    async catchUp() {
      while (await followJournal(parts));
    },
    async embedAll() {
      while ((await embedSome(parts, node)) > 0);
    },
    async close() {
      stopListening()
      await Promise.all(running.map((each) => each.stop()))
      await endLease(parts.database, node).catch(() => {})
    },
  }
  return index
}

interface Loop {
  wake(): void
  stop(): Promise<void>
}

/** Does a thing as long as there is more of it, then waits until it is woken. What fails is tried again, less and less often. */
function loop({ log }: Parts, deed: string, step: () => Promise<boolean>): Loop {
  const stopping = new AbortController()
  let woken = false
  let failures = 0
  let wake = () => {
    woken = true
  }
  const rest = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      timer.unref()
      const end = () => {
        clearTimeout(timer)
        resolve()
      }
      stopping.signal.addEventListener('abort', end, { once: true })
      wake = () => {
        woken = true
        if (failures === 0) end()
      }
    })
  const run = async () => {
    while (!stopping.signal.aborted) {
      try {
        woken = false
        const more = await step()
        failures = 0
        if (more) continue
        if (!woken) await rest(lookAgain)
        if (woken) await rest(gather)
      } catch (error) {
        failures++
        if (!stopping.signal.aborted)
          log.warn({ reason: (error as Error).message, failures }, `${deed} failed and is tried again`)
        await rest(Math.min(lookAgain * 2 ** (failures - 1), longestPause))
      }
    }
  }
  const ended = run()
  return {
    wake: () => wake(),
    stop() {
      stopping.abort()
      return ended
    },
  }
}
