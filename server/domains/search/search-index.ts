import { catchUp, followMatching, runFollower } from '../../operations/follow-journal.ts'
import type { App } from '../../operations/context.ts'
import type { SearchIndex } from '../../operations/services.ts'
import { newId } from '../../platform/ids.ts'
import { type Loop, loop } from '../../platform/loop.ts'
import { indexBuiltInContent } from './built-in-content.ts'
import { isIndexed, indexChanges } from './index-changes.ts'
import { embedBatch, endLease } from './keeper.ts'
import { type SearchTable, searchEntries } from './search-table.ts'
import { refreshWordStatistics } from './words.ts'

type Parts = Pick<App, 'database' | 'epoch' | 'embedder' | 'bus' | 'log'>

/** `others` are tables that are embedded after all items. */
export function createSearchIndex(parts: Parts, others: SearchTable[]): SearchIndex {
  const node = newId()
  const tables = [searchEntries, ...others]
  let indexingBuiltIn: Promise<void> | undefined
  const running: Loop[] = []

  /** Embeds a batch of the first table with texts that wait. */
  async function embedNext(): Promise<number> {
    for (const table of tables) {
      const count = await embedBatch(parts, node, table)
      if (count > 0) return count
    }
    return 0
  }

  const index: SearchIndex = {
    start() {
      const follow = followMatching(parts, indexChanges, { concerns: (rows) => rows.some(isIndexed) })
      const follower = runFollower(parts, indexChanges, async () => {
        await index.indexWhatComesWithBaton()
        return follow()
      })
      const learn = throttle(minuteMs, async () => {
        for (const table of tables) await refreshWordStatistics(parts.database, table)
      })
      const keeper = loop(parts.log, 'embedding', async () => {
        const count = await embedNext()
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
      while ((await embedNext()) > 0);
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
