import { catchUp, followMatching, runFollower } from '../../database/follow-journal.ts'
import type { App } from '../../operations/context.ts'
import { newId } from '../../platform/ids.ts'
import { type Loop, loop } from '../../platform/loop.ts'
import { indexBuiltInContent } from './built-in-content.ts'
import { isIndexed, indexChanges } from './index-changes.ts'
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

export function createSearchIndex(parts: Parts): SearchIndex {
  const node = newId()
  let withBaton: Promise<void> | undefined
  const running: Loop[] = []

  const index: SearchIndex = {
    start() {
      const follow = followMatching(parts, indexChanges, (rows) => rows.some(isIndexed))
      const follower = runFollower(parts, indexChanges, async () => {
        await index.indexWhatComesWithBaton()
        return follow()
      })
      const learn = atMostEvery(minute, () => learnWhatIsCommon(parts.database))
      const keeper = loop(parts.log, 'embedding', async () => {
        const some = await embedSome(parts, node)
        if (some === 0) await learn()
        return some > 0
      })
      running.push(follower, keeper)
    },
    indexWhatComesWithBaton() {
      withBaton ??= indexBuiltInContent(parts.database)
      withBaton.catch(() => (withBaton = undefined))
      return withBaton
    },
    catchUp: () => catchUp(parts, indexChanges),
    async embedAll() {
      while ((await embedSome(parts, node)) > 0);
    },
    async close() {
      await Promise.all(running.map((each) => each.stop()))
      await endLease(parts.database, node).catch(() => {})
    },
  }
  return index
}

const minute = 60_000

function atMostEvery(milliseconds: number, deed: () => Promise<void>): () => Promise<void> {
  let next = 0
  return async () => {
    if (Date.now() < next) return
    next = Date.now() + milliseconds
    await deed()
  }
}
