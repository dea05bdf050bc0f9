import { type JournalRow, type Position, readJournal } from '../../database/journal.ts'
import { eventsSeenBy } from '../../domains/activity/visible-events.ts'
import type { Connection } from './connection.ts'
import type { Entry } from './feed.ts'
import { earlier, isAfter } from './positions.ts'
import { type Topic, belongs, belongsInSql } from './topics.ts'

const rowsAtOnce = 200
// No more is put before somebody than they take meanwhile.
const mostUnread = 128 * 1024

/**
 * Sends a connection what happened since the places from which it follows its topics, and then joins it to what happens
 * now: every event once, in order. What it already got, because of topics that it followed before, it does not get again.
 */
export class CatchUp {
  readonly #connection: Connection
  /** The topics that it asked for now. */
  #fresh: Topic[]
  /** Those that it followed already; of these it has got everything up to the boundary. */
  #old: Topic[]
  readonly #boundary: Position
  #at: Position

  constructor(connection: Connection, fresh: Topic[]) {
    this.#connection = connection
    this.#fresh = fresh
    this.#old = connection.topics
    this.#boundary = connection.hub.position
    this.#at = fresh.reduce((at, { from }) => earlier(at, from), this.#boundary)
  }

  drop(names: Set<string>): void {
    this.#fresh = this.#fresh.filter(({ name }) => !names.has(name))
    this.#old = this.#old.filter(({ name }) => !names.has(name))
  }

  async run(): Promise<void> {
    const { hub } = this.#connection
    while (!this.#connection.isClosed && this.#topics.length > 0) {
      if (this.#connection.unread > mostUnread) await this.#connection.drained()
      else if (!this.#sendFromMemory()) await this.#sendFromDatabase()
      else if (this.#at === hub.position) {
        // Nothing waits between the last look into memory and this: so nothing is read in between.
        if (!this.#topics.some(({ from }) => isAfter(from, this.#at))) break
        await hub.nextReading()
      }
    }
    this.#connection.topics = this.#result()
    this.#connection.catchUp = undefined
  }

  /** What is followed when it has caught up: each topic from the earliest place that was asked for. */
  #result(): Topic[] {
    const merged = new Map(this.#old.map((topic) => [topic.name, topic]))
    for (const topic of this.#fresh) {
      const known = merged.get(topic.name)
      merged.set(topic.name, known ? { ...known, from: earlier(known.from, topic.from) } : topic)
    }
    return [...merged.values()]
  }

  get #topics(): Topic[] {
    return [...this.#old, ...this.#fresh]
  }

  /** Goes on as far as it may without waiting. False if the rows are no longer in memory. */
  #sendFromMemory(): boolean {
    const { hub, feed, standing } = this.#connection
    const entries = hub.recentOf(feed, this.#at)
    if (!entries) return false
    const out: Entry[] = []
    let bytes = 0
    for (const entry of entries) {
      if (bytes > mostUnread) {
        this.#send(out)
        this.#at = entries[entries.indexOf(entry) - 1]!.row
        return true
      }
      if (!standing.sees(entry.row) || !this.#isDue(entry.row)) continue
      out.push(entry)
      bytes += entry.frame.length
    }
    this.#send(out)
    this.#at = hub.position
    return true
  }

  /** One page of what lies further back, up to where the reader is. */
  async #sendFromDatabase(): Promise<void> {
    const { hub, standing } = this.#connection
    const upTo = hub.position
    const { where, values: seen } = eventsSeenBy(standing.asking)
    const values = [...seen, upTo.xid, upTo.seq]
    const within = `(journal.xid, journal.seq) <= ($${values.length - 1}::text::xid8, $${values.length}::bigint)`
    const followed = belongsInSql(this.#topics, values)
    const rows = await readJournal(
      hub.app.database,
      this.#at,
      `${within} and (${where}) and (${followed})`,
      values,
      rowsAtOnce,
    )
    if (this.#connection.isClosed) return
    this.#send(rows.filter((row) => this.#isDue(row)).map((row) => hub.entryOf(row)))
    this.#at = rows.length === rowsAtOnce ? rows.at(-1)! : upTo
  }

  #send(entries: Entry[]): void {
    if (entries.length === 0) return
    this.#connection.write(Buffer.concat(entries.map(({ frame }) => frame)))
    this.#connection.hub.app.metrics.deliveries.inc(entries.length)
  }

  #isDue(row: JournalRow): boolean {
    const { feed } = this.#connection
    const follows = (topic: Topic) => isAfter(row, topic.from) && belongs(row, topic, feed)
    if (isAfter(row, this.#boundary)) return this.#topics.some(follows)
    return this.#fresh.some(follows) && !this.#old.some(follows)
  }
}
