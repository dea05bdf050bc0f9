/** Collects the events of one change. */
const initialDelayMs = 30
/** Limits the refreshes for a busy agent to four per second. */
const minIntervalMs = 250

export interface Debounced<Item> {
  add: (item: Item) => void
  /** Passes on the collected items immediately. */
  flush: () => void
}

/** Collects items that arrive in quick succession and passes them on in one batch. */
export function debounceItems<Item>(onItems: (items: Item[]) => void): Debounced<Item> {
  let items: Item[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = 0
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (items.length === 0) return
    const batch = items
    items = []
    last = Date.now()
    onItems(batch)
  }
  return {
    flush,
    add(item) {
      items.push(item)
      timer ??= setTimeout(flush, Math.max(initialDelayMs, last + minIntervalMs - Date.now()))
    },
  }
}
