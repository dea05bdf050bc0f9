import { catchUp, followMatching, runFollower } from '../../operations/follow-journal.ts'
import type { App } from '../../operations/context.ts'
import type { SearchIndex } from '../../operations/services.ts'
import { newId } from '../../platform/ids.ts'
import { type Loop, loop } from '../../platform/loop.ts'
import { indexBuiltInContent } from './built-in-content.ts'
import { isIndexed, indexChanges } from './index-changes.ts'
import { embedBatch, endLease } from './keeper.ts'
import { refreshWordStatistics } from './words.ts'

type Parts = Pick<App, 'database' | 'epoch' | 'embedder' | 'bus' | 'log'>

export function createSearchIndex(parts: Parts): SearchIndex {
  const node = newId()
  let indexingBuiltIn: Promise<void> | undefined
  const running: Loop[] = []

  const index: SearchIndex = {
    start() {
      const follow = followMatching(parts, indexChanges, (rows) => rows.some(isIndexed))
      const follower = runFollower(parts, indexChanges, async () => {
        await index.indexWhatComesWithBaton()
        return follow()
      })
      const learn = throttle(minuteMs, () => refreshWordStatistics(parts.database))
      const keeper = loop(parts.log, 'embedding', async () => {
        const count = await embedBatch(parts, node)
        if (count === 0) await learn()
        return count > 0
      })
      running.push(follower, keeper)
    },
    indexWhatComesWithBaton() {
      indexingBuiltIn ??= indexBuiltInContent(parts.database)
      indexingBuiltIn.catch(() => (indexingBuiltIn = undefined))
      return indexingBuiltIn
    },
    catchUp: () => catchUp(parts, indexChanges),
    async embedAll() {
      while ((await embedBatch(parts, node)) > 0);
    },
    async close() {
      await Promise.all(running.map((each) => each.stop()))
      await endLease(parts.database, node).catch(() => {})
    },
  }
  return index
}

const minuteMs = 60_000

function throttle(intervalMs: number, run: () => Promise<void>): () => Promise<void> {
  let next = 0
  return async () => {
    if (Date.now() < next) return
    next = Date.now() + intervalMs
    await run()
  }
}
