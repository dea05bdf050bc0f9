import type { Position } from '../../database/journal.ts'
import type { Entry } from './feed.ts'
import { isAfter } from './positions.ts'

const mostEntries = 2000
const mostBytes = 8 * 1024 * 1024

/**
 * The rows that were read last. Whoever comes back after a short while, or has almost caught up, gets theirs from here:
 * at once, so that a busy journal never runs away from them.
 */
export class Recent {
  /** All rows after this place are here. */
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
    let gone = 0
    while (
      this.#entries.length - gone > mostEntries ||
      (this.#bytes > mostBytes && gone < this.#entries.length)
    )
      this.#bytes -= this.#entries[gone++]!.frame.length
    if (gone === 0) return
    this.after = this.#entries[gone - 1]!.row
    this.#entries.splice(0, gone)
  }

  /** The rows of an organization after a place; undefined if not all of them are here any more. */
  since(place: Position, organizationId: string): Entry[] | undefined {
    if (isAfter(this.after, place)) return undefined
    let first = this.#entries.length
    while (first > 0 && isAfter(this.#entries[first - 1]!.row, place)) first--
    return this.#entries.slice(first).filter(({ row }) => row.organization_id === organizationId)
  }
}
