import { type Position, type JournalRow, readJournal } from '../../database/journal.ts'
import { type Entry, isAfter, earlier } from './feed.ts'
import { sql } from '../../database/sql.ts'
import { eventsVisibleTo } from '../../domains/journal/visible-events.ts'
import type { Connection } from './connection.ts'
import { type Topic, matchesTopic, matchesTopics } from './topics.ts'

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

const batchSize = 200
// Waits for the client when more than this is unread.
const maxUnreadBytes = 128 * 1024

/**
 * Replays past events to a connection from the positions of its topics, then switches it to live events. It sends every
 * event once and in order. Events that the connection has received through earlier topics are skipped.
 */
export class CatchUp {
  readonly #connection: Connection
  /** The new topics. */
  #added: Topic[]
  /** The earlier topics, whose events were sent up to the boundary. */
  #existing: Topic[]
  readonly #boundary: Position
  #position: Position

  constructor(connection: Connection, added: Topic[]) {
    this.#connection = connection
    this.#added = added
    this.#existing = connection.topics
    this.#boundary = connection.hub.position
    this.#position = added.reduce((at, { from }) => earlier(at, from), this.#boundary)
  }

  drop(names: Set<string>): void {
    this.#added = this.#added.filter(({ name }) => !names.has(name))
    this.#existing = this.#existing.filter(({ name }) => !names.has(name))
  }

  async run(): Promise<void> {
    const { hub } = this.#connection
    while (!this.#connection.isClosed && this.#topics.length > 0) {
      if (this.#connection.unread > maxUnreadBytes) await this.#connection.drained()
      else if (!this.#sendFromMemory()) await this.#sendFromDatabase()
      else if (this.#position === hub.position) {
        // No await since the last read from memory, so the reader can't have added rows in between.
        if (!this.#topics.some(({ from }) => isAfter(from, this.#position))) break
        await hub.nextRead()
      }
    }
    this.#connection.topics = this.#result()
    this.#connection.catchUp = undefined
  }

  /** Merges the topics. Each one keeps its earliest requested position. */
  #result(): Topic[] {
    const merged = new Map(this.#existing.map((topic) => [topic.name, topic]))
    for (const topic of this.#added) {
      const known = merged.get(topic.name)
      merged.set(topic.name, known ? { ...known, from: earlier(known.from, topic.from) } : topic)
    }
    return [...merged.values()]
  }

  get #topics(): Topic[] {
    return [...this.#existing, ...this.#added]
  }

  /** Sends rows from memory up to the unread limit. Returns false if memory doesn't have them anymore. */
  #sendFromMemory(): boolean {
    const { hub, feed, standing } = this.#connection
    const entries = hub.recentOf(feed, this.#position)
    if (!entries) return false
    const batch: Entry[] = []
    let bytes = 0
    for (const entry of entries) {
      if (bytes > maxUnreadBytes) {
        this.#send(batch)
        this.#position = entries[entries.indexOf(entry) - 1]!.row
        return true
      }
      if (!standing.sees(entry.row) || !this.#isDue(entry.row)) continue
      batch.push(entry)
      bytes += entry.frame.length
    }
    this.#send(batch)
    this.#position = hub.position
    return true
  }

  /** Sends one page of older rows from the database, up to the position of the reader. */
  async #sendFromDatabase(): Promise<void> {
    const { hub, standing } = this.#connection
    const upTo = hub.position
    const rows = await readJournal(
      hub.app.database,
      this.#position,
      sql`(journal.xid, journal.seq) <= (${upTo.xid}::text::xid8, ${upTo.seq}::bigint)
        and (${eventsVisibleTo(standing.granted)}) and (${matchesTopics(this.#topics)})`,
      batchSize,
    )
    if (this.#connection.isClosed) return
    this.#send(rows.filter((row) => this.#isDue(row)).map((row) => hub.entryOf(row)))
    this.#position = rows.length === batchSize ? rows.at(-1)! : upTo
  }

  #send(entries: Entry[]): void {
    if (entries.length === 0) return
    this.#connection.write(Buffer.concat(entries.map(({ frame }) => frame)))
    this.#connection.hub.app.metrics.deliveries.inc(entries.length)
  }

  #isDue(row: JournalRow): boolean {
    const { feed } = this.#connection
    const follows = (topic: Topic) => isAfter(row, topic.from) && matchesTopic(row, topic, feed)
    if (isAfter(row, this.#boundary)) return this.#topics.some(follows)
    return this.#added.some(follows) && !this.#existing.some(follows)
  }
}
