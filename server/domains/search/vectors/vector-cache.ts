import type { App } from '../../../operations/context.ts'
import { EntryBits } from './entry-bits.ts'
import { type ChangesPage, type GroupKey, changesSince, readChanges } from './read-changes.ts'

type Parts = Pick<App, 'database' | 'log' | 'stopping'>

/** Only tests pass others. */
export interface CacheLimits {
  /** Of all groups on this node. */
  maxBytes: number
  /** Groups that were used within this time are not dropped for others. */
  keptMs: number
}

const defaultLimits: CacheLimits = { maxBytes: 256 * 1024 * 1024, keptMs: 10 * 60_000 }
const retryMs = 10_000

/** The bits of a group. */
export interface LoadedGroup {
  entries: EntryBits
  /** All rows that were written by transactions before this one are loaded. */
  since: string
  /** See `identityOf`. */
  identity: string
}

interface Group {
  key: GroupKey
  usedAt: number
  loaded?: LoadedGroup | undefined
  /** Whether it is being loaded or refreshed, or waits for that. */
  isQueued: boolean
  /** The time of the next attempt, after a failure or without room. */
  retryAt: number
}

/**
 * Keeps the bits of vectors in the memory of this node. Groups are loaded and refreshed in the background, one after
 * another, because the embedded database has only one connection.
 */
export class VectorCache {
  readonly #parts: Parts
  readonly #limits: CacheLimits
  readonly #groups = new Map<string, Group>()
  #work: Promise<void> = Promise.resolve()

  constructor(parts: Parts, limits: CacheLimits = defaultLimits) {
    this.#parts = parts
    this.#limits = limits
  }

  /** Returns the groups. If one of them isn't loaded, starts to load it and returns undefined. */
  use(keys: readonly GroupKey[]): LoadedGroup[] | undefined {
    const now = Date.now()
    const groups = keys.map((key) => this.#groupOf(key))
    for (const group of groups) {
      group.usedAt = now
      if (!group.loaded && now >= group.retryAt) this.#enqueue(group, () => this.#load(group))
    }
    const loaded = groups.flatMap((group) => group.loaded ?? [])
    return loaded.length === groups.length ? loaded : undefined
  }

  /** Adds the changes since the groups were loaded, in the background. */
  refresh(keys: readonly GroupKey[]): void {
    for (const group of keys.map((key) => this.#groupOf(key)))
      this.#enqueue(group, () => this.#refresh(group))
  }

  /** Forgets the groups. The next search loads them again. */
  drop(keys: readonly GroupKey[]): void {
    for (const key of keys) this.#groupOf(key).loaded = undefined
  }

  /** Resolves when no group is being loaded or refreshed. */
  settled(): Promise<void> {
    return this.#work
  }

  #groupOf(key: GroupKey): Group {
    const name = [key.table.name, key.model, key.dimensions, key.group].join(' ')
    const group = this.#groups.get(name) ?? { key, usedAt: Date.now(), isQueued: false, retryAt: 0 }
    this.#groups.set(name, group)
    return group
  }

  #enqueue(group: Group, work: () => Promise<void>): void {
    if (group.isQueued) return
    group.isQueued = true
    this.#work = this.#work
      .then(work)
      .catch((error: unknown) => {
        // Until then, searches compare the vectors in the database.
        group.loaded = undefined
        group.retryAt = Date.now() + retryMs
        if (!this.#parts.stopping.aborted) this.#parts.log.warn({ err: error }, 'loading vectors failed')
      })
      .finally(() => {
        group.isQueued = false
      })
  }

  async #load(group: Group): Promise<void> {
    const { database } = this.#parts
    const first = await readChanges(database, group.key, changesSince('0'))
    const { horizon: since, identity } = first
    const loaded: LoadedGroup = { entries: new EntryBits(group.key.dimensions), since, identity }
    const isComplete = await this.#add(group.key, loaded, first, () => this.#hasRoom(loaded.entries.bytes))
    if (isComplete) group.loaded = loaded
    else group.retryAt = Date.now() + this.#limits.keptMs
  }

  async #refresh(group: Group): Promise<void> {
    const { key, loaded } = group
    if (!loaded) return
    const first = await readChanges(this.#parts.database, key, changesSince(loaded.since))
    await this.#add(key, loaded, first, () => true)
    // Only now, because a search that ran in between must still read these rows from the database.
    loaded.since = first.horizon
  }

  /** Adds a page of changes and those that follow, as long as there is room. Returns whether it added all of them. */
  async #add(key: GroupKey, loaded: LoadedGroup, first: ChangesPage, hasRoom: () => boolean) {
    for (let page = first; ; page = await readChanges(this.#parts.database, key, page.next)) {
      if (page.identity !== loaded.identity) throw new Error('The database was replaced.')
      // A row that was written since then can have been read before, with its earlier values.
      loaded.entries.add(page.batches, BigInt(page.lastXid) >= BigInt(loaded.since))
      if (!hasRoom()) return false
      if (!page.next) return true
    }
  }

  /** Checks whether more bytes fit. Drops groups that were not used for a while, the least recently used first. */
  #hasRoom(more: number): boolean {
    const loaded = [...this.#groups].filter(([, group]) => group.loaded)
    let bytes = loaded.reduce((sum, [, group]) => sum + group.loaded!.entries.bytes, more)
    for (const [name, group] of loaded.toSorted(([, one], [, other]) => one.usedAt - other.usedAt)) {
      if (bytes <= this.#limits.maxBytes || Date.now() - group.usedAt < this.#limits.keptMs) break
      bytes -= group.loaded!.entries.bytes
      group.loaded = undefined
      this.#groups.delete(name)
    }
    return bytes <= this.#limits.maxBytes
  }
}

const caches = new WeakMap<App, VectorCache>()

/** Returns the cache of a node. */
export function vectorCacheOf(app: App): VectorCache {
  const cache = caches.get(app) ?? new VectorCache(app)
  caches.set(app, cache)
  return cache
}
