import type { Position } from '../../database/journal.ts'
import type { Entry } from './feed.ts'
import { isAfter } from './positions.ts'

const maxEntries = 2000
const maxBytes = 8 * 1024 * 1024

/**
 * A cache of the latest rows. Clients that reconnect soon or have almost caught up read from it without waiting, so
 * that they keep up with a busy journal.
 */
export class Recent {
  /** The cache has all rows after this position. */
  after: Position
  #entries: Entry[] = []
  #bytes = 0

  constructor(after: Position) {
    this.after = after
  }

  add(entries: Entry[]): void {
    for (const entry of entries) {
      this.#entries.push(entry)
      this.#bytes += entry.frame.length
    }
    let dropped = 0
    while (
      this.#entries.length - dropped > maxEntries ||
      (this.#bytes > maxBytes && dropped < this.#entries.length)
    )
      this.#bytes -= this.#entries[dropped++]!.frame.length
    if (dropped === 0) return
    this.after = this.#entries[dropped - 1]!.row
    this.#entries.splice(0, dropped)
  }

  /** Returns the rows of an organization after a position, or undefined if the cache doesn't have all of them. */
  since(position: Position, organizationId: string): Entry[] | undefined {
    if (isAfter(this.after, position)) return undefined
    let first = this.#entries.length
    while (first > 0 && isAfter(this.#entries[first - 1]!.row, position)) first--
    return this.#entries.slice(first).filter(({ row }) => row.organization_id === organizationId)
  }
}
