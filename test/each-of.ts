/**
 * Runs a function for all items concurrently, because a server handles concurrent requests with less work each. Waits
 * for all of them, so that nothing continues after a failure.
 */
export async function eachOf<Item>(items: Item[], run: (item: Item) => Promise<void>): Promise<void> {
  const settled = await Promise.allSettled(items.map(run))
  for (const each of settled) if (each.status === 'rejected') throw each.reason
}

/** Runs a function for all items, some of them concurrently: thousands of connections would cost more than they save. */
export async function eachInBatches<Item>(items: Item[], run: (item: Item) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += batchSize) await eachOf(items.slice(at, at + batchSize), run)
}

const batchSize = 20
