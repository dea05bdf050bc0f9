import {
  type Bookmark,
  type JournalRow,
  type Position,
  latestPosition,
  readOn,
} from '../../database/journal.ts'
import { type Loop, loop } from '../../platform/loop.ts'
import type { Entry, Feed } from './feed.ts'
import type { Hub } from './hub.ts'
import { isAfter } from './positions.ts'
import { Recent } from './recent.ts'
import {
  addDoubts,
  changesTools,
  hasDoubts,
  mayChangeRights,
  mayEndCredentials,
  mayRequireSecondFactor,
} from './rights.ts'

const rowsAtOnce = 500
// What is written in quick succession is sent together.
const gather = 10
// However often it has failed: people are waiting.
const longest = 2000
// A row that is told of may still be held back by an older transaction, whose end nobody tells: so it is looked for again.
const soonAgain = [20, 50, 100, 200, 400]

interface Waiting {
  resolve(): void
  reject(error: unknown): void
}

/**
 * Reads the journal once for all connections of this node, in order. Before it passes on what it read, it looks up every
 * right that these rows may have changed.
 */
export class Reader {
  readonly #hub: Hub
  readonly #loop: Loop
  #recent: Recent | undefined
  #position: Bookmark | undefined
  #waiting: Waiting[] = []
  #next: (() => void)[] = []
  #again = soonAgain.length
  #soon: NodeJS.Timeout | undefined
  #stopped = false

  constructor(hub: Hub) {
    this.#hub = hub
    this.#loop = loop(hub.app.log, 'reading the journal for the live hub', () => this.#step(), {
      ...{ gather, longest },
    })
  }

  get position(): Bookmark {
    return this.#position!
  }

  news(): void {
    this.#again = 0
    if (this.#hub.isUsed) this.#loop.wake()
  }

  wake(): void {
    this.#loop.wake()
  }

  /** Once it knows where it is in the journal: as long as nobody is there, it does not read. */
  awake(): Promise<void> {
    return this.#position ? Promise.resolve() : this.once()
  }

  /** When it has read once more from now on. */
  once(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject })
      this.#loop.wake()
    })
  }

  /** When it has read once more, whatever came of it. */
  next(): Promise<void> {
    return new Promise((resolve) => void (this.#stopped ? resolve() : this.#next.push(resolve)))
  }

  recentOf(feed: Feed, place: Position): Entry[] | undefined {
    if (isAfter(feed.since, place)) return undefined
    return this.#recent!.since(place, feed.organizationId)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#soon)
    await this.#loop.stop()
    for (const { reject } of this.#waiting.splice(0)) reject(new Error('The hub has stopped.'))
    for (const resolve of this.#next.splice(0)) resolve()
  }

  async #step(): Promise<boolean> {
    const waiting = this.#waiting.splice(0)
    try {
      const more = await this.#read()
      for (const { resolve } of waiting) resolve()
      return more
    } catch (error) {
      for (const { reject } of waiting) reject(error)
      throw error
    } finally {
      for (const resolve of this.#next.splice(0)) resolve()
    }
  }

  async #read(): Promise<boolean> {
    const { database, config } = this.#hub.app
    const { SECOND_FACTOR } = config
    if (!this.#hub.isUsed) {
      this.#position = undefined
      this.#recent = undefined
      return false
    }
    if (!this.#position) await this.#start()
    // Somebody may follow from a place at which nothing stands yet: what lies before it is all there once this is read.
    const reached = this.#next.length > 0 ? await latestPosition(database) : undefined
    const rows = await readOn(database, this.position, rowsAtOnce)
    if (!rows) {
      await this.#start()
      this.#hub.rewound()
      return true
    }
    for (const row of rows) {
      if (mayChangeRights(row)) for (const feed of this.#feedsConcernedBy(row)) addDoubts(feed.doubts, row)
      if (mayEndCredentials(row)) this.#hub.doubted.addAllOf(row)
      if (mayRequireSecondFactor(row)) for (const feed of this.#hub.feeds.values()) feed.doubts.users = null
    }
    // Rows are in the order in which their transactions began: one that took a right away may come after this bite, and
    // yet have ended before the last of these was written. So with a full bite every project in it is looked at.
    if (rows.length === rowsAtOnce)
      for (const { organization_id, project_id } of rows)
        if (project_id) this.#hub.feeds.get(organization_id!)?.doubts.projects.add(project_id)
    await this.#hub.doubted.settle(database)
    for (const feed of this.#hub.feeds.values())
      if (hasDoubts(feed.doubts)) await feed.settle(database, SECOND_FACTOR)
    this.#passOn(rows)
    if (reached && rows.length < rowsAtOnce && isAfter(reached, this.position)) this.#position = reached
    this.#lookAgainSoon(rows.length > 0)
    return rows.length === rowsAtOnce
  }

  async #start(): Promise<void> {
    const position = await latestPosition(this.#hub.app.database)
    this.#recent = new Recent(position)
    this.#position = position
  }

  /** Nothing waits in here: whoever joins or leaves does so before or after. */
  #passOn(rows: JournalRow[]): void {
    const last = rows.at(-1)
    if (!last) return
    this.#position = { xid: last.xid, seq: last.seq, id: last.id }
    const perFeed = new Map<Feed, Entry[]>()
    const entries: Entry[] = []
    for (const row of rows) {
      const feed = this.#hub.feeds.get(row.organization_id ?? '')
      if (!feed) continue
      const entry = this.#hub.entryOf(row)
      entries.push(entry)
      const own = perFeed.get(feed)
      if (own) own.push(entry)
      else perFeed.set(feed, [entry])
    }
    this.#recent!.add(entries)
    let sent = 0
    for (const [feed, own] of perFeed) sent += feed.dispatch(own)
    if (sent > 0) this.#hub.app.metrics.deliveries.inc(sent)
    for (const row of rows) if (changesTools(row)) this.#tellOfTools(row.subject_id)
  }

  /** Not every token sees the row itself: it is its person's, and not that of a project or of the sandbox. */
  #tellOfTools(credentialId: string): void {
    for (const feed of this.#hub.feeds.values())
      for (const listener of feed.listeners())
        if (listener.credentialId === credentialId) listener.toolsChanged?.()
  }

  /** The members of a sandbox are those of the organization it belongs to: what is told there counts here too. */
  *#feedsConcernedBy({ organization_id, subject_id }: JournalRow): Generator<Feed> {
    for (const feed of this.#hub.feeds.values())
      if ([feed.organizationId, feed.liveId].some((id) => id === organization_id || id === subject_id))
        yield feed
  }

  #lookAgainSoon(found: boolean): void {
    if (this.#stopped || found || this.#again >= soonAgain.length) return
    clearTimeout(this.#soon)
    this.#soon = setTimeout(() => this.#loop.wake(), soonAgain[this.#again++]).unref()
  }
}
