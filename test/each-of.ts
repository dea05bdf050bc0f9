/**
 * Does the same for several at the same time, each in its own order: a server that has several requests at hand answers
 * them with less work. Waits for all of them, so that nothing goes on after a failure.
 */
export async function eachOf<Item>(items: Item[], act: (item: Item) => Promise<void>): Promise<void> {
  const settled = await Promise.allSettled(items.map(act))
  for (const each of settled) if (each.status === 'rejected') throw each.reason
}
