/** Requests to a code host at the same time. GitHub asks clients to send few in parallel. */
const batchSize = 4

/** Runs `work` for every item, a few at a time, and returns the results in order. */
export async function inBatches<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let at = 0; at < items.length; at += batchSize)
    results.push(...(await Promise.all(items.slice(at, at + batchSize).map(work))))
  return results
}
