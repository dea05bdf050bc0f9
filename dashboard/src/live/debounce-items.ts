/** What one change brings about comes in one piece, and a busy agent is looked at four times in a second. */
const first = 30
const between = 250

export interface Debounced<Item> {
  add: (item: Item) => void
  /** Hands on what has come at once. */
  flush: () => void
}

/** Hands on together what comes in a rush. */
export function debounceItems<Item>(handOn: (items: Item[]) => void): Debounced<Item> {
  let items: Item[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = 0
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (items.length === 0) return
    const all = items
    items = []
    last = Date.now()
    handOn(all)
  }
  return {
    flush,
    add(item) {
      items.push(item)
      timer ??= setTimeout(flush, Math.max(first, last + between - Date.now()))
    },
  }
}
