import type { App } from '../../../operations/context.ts'
import { readSiteVersion } from '../../../domains/content/public-articles.ts'
import type { Document } from '../documents.ts'

// A change on this node is visible immediately, and one on another node after its notice. If the notice is lost, the
// next check after this time finds the change.
const checkIntervalMs = 500
const maxDocuments = 1000
const maxBytes = 64 * 1024 * 1024

/** Rendered documents of one version of the site, in the memory of this node. */
export interface SiteCache {
  /** Returns a cached document if this node knows that it is current. */
  fresh(key: string): Document | undefined
  /** Returns the current document, and renders it if needed. Undefined if there is none. */
  read(
    key: string,
    render: Render,
    options?: { maxAgeMs?: number | undefined },
  ): Promise<Document | undefined>
}

type Render = () => Promise<Document | undefined>

interface Entry {
  document: Document
  expiresAt: number
}

export function createSiteCache({ bus, database }: Pick<App, 'bus' | 'database'>): SiteCache {
  let version: string | undefined
  let entries = new Map<string, Entry>()
  let bytes = 0
  let checkedAt = Number.NEGATIVE_INFINITY
  let changes = 0
  const expire = () => {
    changes++
    checkedAt = Number.NEGATIVE_INFINITY
  }
  bus.onSiteChanged(expire)
  // Pages show the name, the color and the links of the instance.
  bus.onSettings(expire)
  bus.onReconnected(expire)

  async function check(): Promise<void> {
    const [startedAt, changesBefore] = [performance.now(), changes]
    const current = await readSiteVersion(database)
    if (current !== version) {
      version = current
      // A new map, so that a document that is still being rendered from older data is not stored.
      entries = new Map()
      bytes = 0
    }
    // A notice during the query may be about a change that the query did not see.
    if (changes === changesBefore) checkedAt = startedAt
  }

  /** Returns a document that has not expired. Its version must be checked before. */
  function find(key: string, now: number): Document | undefined {
    const entry = entries.get(key)
    return entry && now < entry.expiresAt ? entry.document : undefined
  }

  function store(into: Map<string, Entry>, key: string, entry: Entry): void {
    if (into !== entries) return
    bytes += entry.document.body.length - (into.get(key)?.document.body.length ?? 0)
    into.set(key, entry)
    for (const [oldest, { document }] of into) {
      if (into.size <= maxDocuments && bytes <= maxBytes) break
      into.delete(oldest)
      bytes -= document.body.length
    }
  }

  return {
    fresh(key) {
      const now = performance.now()
      return now - checkedAt < checkIntervalMs ? find(key, now) : undefined
    },
    async read(key, render, { maxAgeMs = Number.POSITIVE_INFINITY } = {}) {
      const startedAt = performance.now()
      if (startedAt - checkedAt >= checkIntervalMs) await check()
      const current = entries
      const cached = find(key, startedAt)
      if (cached) return cached
      const document = await render()
      if (document) store(current, key, { document, expiresAt: startedAt + maxAgeMs })
      return document
    },
  }
}
