import {
  type Bookmark,
  type JournalRow,
  type Position,
  latestPosition,
  readOn,
} from '../../database/journal.ts'
import { type Loop, loop } from '../../platform/loop.ts'
import { type Entry, type Feed, isAfter } from './feed.ts'
import type { Hub } from './hub.ts'
import { Recent } from './replay.ts'
import {
  markStale,
  changesTools,
  hasStaleRights,
  mayChangeRights,
  mayEndCredentials,
  mayRequireSecondFactor,
} from './rights.ts'

const batchSize = 500
// Rows that are written in quick succession are sent together.
const debounceMs = 10
// Short even after many failures, because users are waiting.
const maxBackoffMs = 2000
// An announced row can stay invisible until an older transaction ends, which sends no message. So the reader polls for
// it.
const recheckDelaysMs = [20, 50, 100, 200, 400]

interface Waiter {
  resolve(): void
  reject(error: unknown): void
}

/**
 * Reads the journal once, in order, for all listeners of this node. Before it dispatches rows, it reads all rights
 * again that these rows may have changed.
 */
export class Reader {
  readonly #hub: Hub
  readonly #loop: Loop
  #recent: Recent | undefined
  #position: Bookmark | undefined
  #waiters: Waiter[] = []
  #nextWaiters: (() => void)[] = []
  #rechecks = recheckDelaysMs.length
  #recheckTimer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(hub: Hub) {
    this.#hub = hub
    this.#loop = loop(hub.app.log, 'live hub reader', () => this.#step(), {
      gather: debounceMs,
      longest: maxBackoffMs,
    })
  }

  get position(): Bookmark {
    return this.#position!
  }

  journalGrew(): void {
    this.#rechecks = 0
    if (this.#hub.isUsed) this.#loop.wake()
  }

  wake(): void {
    this.#loop.wake()
  }

  /** Resolves when the reader has a position. It doesn't read while there are no listeners. */
  ready(): Promise<void> {
    return this.#position ? Promise.resolve() : this.readOnce()
  }

  /** Resolves after the next successful read, and rejects if the read fails. */
  readOnce(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiters.push({ resolve, reject })
      this.#loop.wake()
    })
  }

  /** Resolves after the next read, even if it fails. */
  nextRead(): Promise<void> {
    return new Promise((resolve) => void (this.#isStopped ? resolve() : this.#nextWaiters.push(resolve)))
  }

  recentOf(feed: Feed, position: Position): Entry[] | undefined {
    if (isAfter(feed.since, position)) return undefined
    return this.#recent!.since(position, feed.organizationId)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#recheckTimer)
    await this.#loop.stop()
    for (const { reject } of this.#waiters.splice(0)) reject(new Error('The live hub has stopped.'))
    for (const resolve of this.#nextWaiters.splice(0)) resolve()
  }

  async #step(): Promise<boolean> {
    const waiters = this.#waiters.splice(0)
    try {
      const hasMore = await this.#read()
      for (const { resolve } of waiters) resolve()
      return hasMore
    } catch (error) {
      for (const { reject } of waiters) reject(error)
      throw error
    } finally {
      for (const resolve of this.#nextWaiters.splice(0)) resolve()
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
    // A subscriber may wait for a position without a row. All rows before it are visible once this read is done.
    const latest = this.#nextWaiters.length > 0 ? await latestPosition(database) : undefined
    const rows = await readOn(database, this.position, batchSize)
    if (!rows) {
      await this.#start()
      this.#hub.rewound()
      return true
    }
    for (const row of rows) {
      if (mayChangeRights(row)) for (const feed of this.#affectedFeeds(row)) markStale(feed.stale, row)
      if (mayEndCredentials(row)) this.#hub.credentialChecks.addAffectedBy(row)
      if (mayRequireSecondFactor(row)) for (const feed of this.#hub.feeds.values()) feed.stale.users = null
    }
    // Rows are ordered by the start of their transaction. A row that revoked a right can be in the next batch although
    // its transaction ended before the last row here was written. So after a full batch, all of its projects are
    // checked.
    if (rows.length === batchSize)
      for (const { organization_id, project_id } of rows)
        if (project_id) this.#hub.feeds.get(organization_id!)?.stale.projects.add(project_id)
    await this.#hub.credentialChecks.run(database)
    for (const feed of this.#hub.feeds.values())
      if (hasStaleRights(feed.stale)) await feed.refresh(database, SECOND_FACTOR)
    this.#dispatch(rows)
    if (latest && rows.length < batchSize && isAfter(latest, this.position)) this.#position = latest
    this.#scheduleRecheck(rows.length > 0)
    return rows.length === batchSize
  }

  async #start(): Promise<void> {
    const position = await latestPosition(this.#hub.app.database)
    this.#recent = new Recent(position)
    this.#position = position
  }

  /** Dispatches rows without awaiting, so that no listener joins or leaves in between. */
  #dispatch(rows: JournalRow[]): void {
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
      const feedEntries = perFeed.get(feed)
      if (feedEntries) feedEntries.push(entry)
      else perFeed.set(feed, [entry])
    }
    this.#recent!.add(entries)
    let sent = 0
    for (const [feed, feedEntries] of perFeed) sent += feed.dispatch(feedEntries)
    if (sent > 0) this.#hub.app.metrics.deliveries.inc(sent)
    for (const row of rows) if (changesTools(row)) this.#notifyToolsChanged(row.subject_id)
  }

  /** Notifies listeners directly, because bound and sandbox tokens can't see the private row itself. */
  #notifyToolsChanged(credentialId: string): void {
    for (const feed of this.#hub.feeds.values())
      for (const listener of feed.listeners())
        if (listener.credentialId === credentialId) listener.toolsChanged?.()
  }

  /** Yields the feeds whose rights a row may change. A sandbox has the members of its organization. */
  *#affectedFeeds({ organization_id, subject_id }: JournalRow): Generator<Feed> {
    for (const feed of this.#hub.feeds.values())
      if ([feed.organizationId, feed.liveId].some((id) => id === organization_id || id === subject_id))
        yield feed
  }

  #scheduleRecheck(hasRows: boolean): void {
    if (this.#isStopped || hasRows || this.#rechecks >= recheckDelaysMs.length) return
    clearTimeout(this.#recheckTimer)
    this.#recheckTimer = setTimeout(() => this.#loop.wake(), recheckDelaysMs[this.#rechecks++]).unref()
  }
}
