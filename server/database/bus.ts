import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { Database } from './connect.ts'
import { openPostgresWire } from './bus-postgres.ts'
import { type Notice, type Wire, type WireEnd, kinds } from './bus-wire.ts'
import type { Log } from '../platform/log.ts'

/**
 * Notifies every node of new journal rows, presence changes, revoked credentials, changed settings, messages for MCP
 * streams, and work for machines behind tunnels.
 *
 * Notices carry ids only, and subscribers read the database. A notice may be lost, so every subscriber also polls. No
 * write waits for a notice.
 */
export interface Bus {
  journalGrew(organizationIds: (string | null)[]): void
  /** Reports that a credential or login session has ended. The id of a user stands for all of theirs. */
  revoked(id: string): void
  onRevoked(listener: (id: string) => void): () => void
  /** Reports that members of these organizations came online, left or moved. */
  presenceChanged(organizationIds: string[]): void
  onPresence(listener: (organizationId: string) => void): () => void
  /** Reports a pending message for an MCP stream or session that another node serves. */
  messageWaits(recipient: string): void
  onMessageWaits(listener: (recipient: string) => void): () => void
  /** Reports that a message was delivered or abandoned, so the node that forwarded it can stop waiting. */
  messageSettled(id: string): void
  onMessageSettled(listener: (id: string) => void): () => void
  /** Reports changed subscriptions of an MCP session. Its stream may be on another node. */
  wishesChanged(session: string): void
  onWishes(listener: (session: string) => void): () => void
  /** Reports that a page or post of the public site changed. Every node caches rendered pages. */
  siteChanged(): void
  onSiteChanged(listener: () => void): () => void
  /** Reports a changed setting of the instance by its key. */
  settingChanged(key: string): void
  onSettings(listener: (key: string) => void): () => void
  /** Reports that a machine has something to do: a run, a decision or a cancellation. */
  tunnelWaits(tunnelId: string): void
  onTunnelWaits(listener: (tunnelId: string) => void): () => void
  /** Reports a changed run on a machine. */
  runChanged(runId: string): void
  onRunChanged(listener: (runId: string) => void): () => void
  /** Reports frames for the connection of a machine, or for a link to it. */
  framesWait(recipient: string): void
  onFramesWait(listener: (recipient: string) => void): () => void
  /** Waits for new journal rows of one organization. Returns false on timeout or abort. */
  news(organizationId: string, milliseconds: number, signal: AbortSignal): Promise<boolean>
  /** Calls the listener when the journal of any organization grew. */
  onNews(listener: () => void): () => void
  /**
   * Calls the listener when notices of other nodes may have been lost, so that it rechecks the database: after each
   * reconnect, and once a second while the wire is down.
   */
  onReconnected(listener: () => void): () => void
  /** Returns the transport between nodes and its state. Undefined on a single-node instance. */
  wire(): { kind: Wire['kind']; connected: boolean } | undefined
  close(): Promise<void>
}

export interface BusOptions {
  /** Replaces LISTEN/NOTIFY with Redis. */
  redisUrl?: string | undefined
}

const pollIntervalMs = 1000

export async function openBus(database: Database, log: Log, { redisUrl }: BusOptions = {}): Promise<Bus> {
  const local = new EventEmitter().setMaxListeners(0)
  const end: WireEnd = {
    receive(notice) {
      const { organizations, presence, revoked, messages, settled, wishes, site, settings } = notice
      for (const id of organizations) local.emit(`news ${id}`)
      if (organizations.length > 0) local.emit('news')
      for (const id of presence) local.emit('presence', id)
      for (const id of revoked) local.emit('revoked', id)
      for (const id of messages) local.emit('message', id)
      for (const id of settled) local.emit('settled', id)
      for (const id of wishes) local.emit('wishes', id)
      if (site.length > 0) local.emit('site')
      for (const key of settings) local.emit('settings', key)
      for (const id of notice.tunnels) local.emit('tunnel', id)
      for (const id of notice.runs) local.emit('run', id)
      for (const id of notice.frames) local.emit('frames', id)
    },
    reconnected() {
      local.emit('reconnected')
      // Notices of new journal rows may be lost, too.
      local.emit('news')
    },
  }
  const wire = await openWire(database, log, redisUrl, end)
  const polling =
    wire && setInterval(() => wire.isConnected() || local.emit('reconnected'), pollIntervalMs).unref()

  // Notices of several commits are sent as one: locally in the next turn of the event loop, and to other nodes after a
  // few milliseconds, because each notice costs a query.
  const here = debounce(async (notice) => end.receive(notice), { wait: setImmediate })
  const elsewhere = wire && debounce((notice) => wire.send(notice), { wait: soon, log })
  const publish = (kind: keyof Notice, ids: string[]) => {
    here.add(kind, ids)
    elsewhere?.add(kind, ids)
  }
  const subscribe = (event: string) => (listener: (id: string) => void) => {
    local.on(event, listener)
    return () => void local.off(event, listener)
  }

  return {
    journalGrew: (ids) =>
      publish(
        'organizations',
        ids.filter((id) => id !== null),
      ),
    revoked: (id) => publish('revoked', [id]),
    onRevoked: subscribe('revoked'),
    presenceChanged: (ids) => publish('presence', ids),
    onPresence: subscribe('presence'),
    messageWaits: (recipient) => publish('messages', [recipient]),
    onMessageWaits: subscribe('message'),
    messageSettled: (id) => publish('settled', [id]),
    onMessageSettled: subscribe('settled'),
    wishesChanged: (session) => publish('wishes', [session]),
    onWishes: subscribe('wishes'),
    siteChanged: () => publish('site', ['site']),
    onSiteChanged: subscribe('site'),
    settingChanged: (key) => publish('settings', [key]),
    onSettings: subscribe('settings'),
    tunnelWaits: (id) => publish('tunnels', [id]),
    onTunnelWaits: subscribe('tunnel'),
    runChanged: (id) => publish('runs', [id]),
    onRunChanged: subscribe('run'),
    framesWait: (recipient) => publish('frames', [recipient]),
    onFramesWait: subscribe('frames'),
    news(organizationId, milliseconds, signal) {
      return new Promise((resolve) => {
        const finish = (hasNews: boolean) => {
          clearTimeout(timer)
          local.off(`news ${organizationId}`, succeed)
          signal.removeEventListener('abort', giveUp)
          resolve(hasNews)
        }
        const succeed = () => finish(true)
        const giveUp = () => finish(false)
        const timer = setTimeout(giveUp, milliseconds)
        local.on(`news ${organizationId}`, succeed)
        signal.addEventListener('abort', giveUp)
        if (signal.aborted) giveUp()
      })
    },
    onNews: subscribe('news'),
    onReconnected: subscribe('reconnected'),
    wire: () => wire && { kind: wire.kind, connected: wire.isConnected() },
    async close() {
      clearInterval(polling)
      await elsewhere?.end()
      await wire?.close()
    },
  }
}

async function openWire(database: Database, log: Log, redisUrl: string | undefined, end: WireEnd) {
  // An instance with the embedded database has a single process, so no wire is needed.
  if (database.engine === 'pglite') {
    if (redisUrl) log.info('REDIS_URL is ignored: an instance with the embedded database has only one node')
    return undefined
  }
  const self = randomUUID()
  if (!redisUrl) return openPostgresWire(database, self, end, log)
  // Imported here, because few instances use Redis, and its client is large.
  const { openRedisWire } = await import('./bus-redis.ts')
  return openRedisWire(redisUrl, database, self, end, log)
}

const soon = (flush: () => void) => setTimeout(flush, 10)
const retryDelayMs = 500
// Further ids are dropped during an outage. Their subscribers poll anyway.
const maxPendingIds = 10_000

/** Collects ids and sends them as one notice. Retries a notice that could not be sent. */
function debounce(
  send: (notice: Notice) => Promise<void>,
  { wait, log }: { wait: (flush: () => void) => unknown; log?: Log },
) {
  let pending: Record<keyof Notice, Set<string>> = noIds()
  let waiting = false
  let ended = false
  let failed = false
  const flush = async () => {
    const sending = pending
    pending = noIds()
    waiting = false
    try {
      await send(Object.fromEntries(kinds.map((kind) => [kind, [...sending[kind]]])) as unknown as Notice)
      failed = false
    } catch (error) {
      if (!failed)
        log?.warn(
          { reason: (error as Error).message },
          'a notice to the other nodes failed and will be retried',
        )
      failed = true
      for (const kind of kinds) store(kind, sending[kind])
      schedule((retry) => setTimeout(retry, retryDelayMs).unref())
    }
  }
  const store = (kind: keyof Notice, ids: Iterable<string>) => {
    for (const id of ids) if (pending[kind].size < maxPendingIds) pending[kind].add(id)
  }
  const schedule = (start: (flush: () => void) => unknown) => {
    if (waiting || ended) return
    waiting = true
    start(() => void flush())
  }
  return {
    add(kind: keyof Notice, ids: string[]) {
      if (ids.length === 0) return
      store(kind, ids)
      schedule(wait)
    },
    /** Sends the pending ids once more, without a retry. */
    async end() {
      ended = true
      if (waiting) await flush()
    },
  }
}

function noIds(): Record<keyof Notice, Set<string>> {
  return Object.fromEntries(kinds.map((kind) => [kind, new Set()])) as unknown as Record<
    keyof Notice,
    Set<string>
  >
}
