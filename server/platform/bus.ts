import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { Database } from '../database/connect.ts'
import { openPostgresWire } from './bus-postgres.ts'
import { openRedisWire } from './bus-redis.ts'
import { type Notice, type Wire, type WireEnd, kinds } from './bus-wire.ts'
import type { Log } from './log.ts'

/**
 * Tells every node that the journal of an organization grew, that somebody came or went, that a credential was revoked, or
 * that a message waits for whoever holds a stream.
 * Notices carry ids only: whoever cares reads the database. They are hints that may be lost, so nobody relies on them
 * alone, and no write waits for them.
 */
export interface Bus {
  journalGrew(organizationIds: (string | null)[]): void
  /** A credential or a login has ended, or, by the id of a person, all that is theirs. */
  revoked(id: string): void
  onRevoked(listener: (id: string) => void): () => void
  /** Who is there, and where, has changed in these organizations. */
  presenceChanged(organizationIds: string[]): void
  onPresence(listener: (organizationId: string) => void): () => void
  /** A message waits for a stream or session of MCP that another node holds. */
  messageWaits(recipient: string): void
  onMessageWaits(listener: (recipient: string) => void): () => void
  /** It was taken, or nobody will take it: whoever passed it on need not wait any longer. */
  messageSettled(id: string): void
  onMessageSettled(listener: (id: string) => void): () => void
  /** The client of this session of MCP wants to be told something else: its stream may be at another node. */
  wishesChanged(session: string): void
  onWishes(listener: (session: string) => void): () => void
  /** Waits for news of one organization; true if it came, false if the time ran out first. */
  news(organizationId: string, milliseconds: number, signal: AbortSignal): Promise<boolean>
  /** Whenever the journal of any organization grew. */
  onNews(listener: () => void): () => void
  /**
   * Notices of other nodes may have been lost: whoever acts on them alone looks again. Called when the wire is back, and
   * once a second for as long as it is away.
   */
  onReconnected(listener: () => void): () => void
  /** What connects the nodes, and whether it does; nothing where there is but one. */
  wire(): { kind: Wire['kind']; connected: boolean } | undefined
  close(): Promise<void>
}

export interface BusOptions {
  /** Redis in place of LISTEN/NOTIFY. */
  redisUrl?: string | undefined
}

const lookAgain = 1000

export async function openBus(database: Database, log: Log, { redisUrl }: BusOptions = {}): Promise<Bus> {
  const local = new EventEmitter().setMaxListeners(0)
  const end: WireEnd = {
    heard({ organizations, presence, revoked, messages, settled, wishes }) {
      for (const id of organizations) local.emit(`news ${id}`)
      if (organizations.length > 0) local.emit('news')
      for (const id of presence) local.emit('presence', id)
      for (const id of revoked) local.emit('revoked', id)
      for (const id of messages) local.emit('message', id)
      for (const id of settled) local.emit('settled', id)
      for (const id of wishes) local.emit('wishes', id)
    },
    back() {
      local.emit('reconnected')
      // The journals may have grown unheard, too.
      local.emit('news')
    },
  }
  const wire = await openWire(database, log, redisUrl, end)
  const looking = wire && setInterval(() => wire.hears() || local.emit('reconnected'), lookAgain).unref()

  // What many commits have to say goes out as one notice: here with the next turn of the event loop, and to the other
  // nodes within a few milliseconds, because each notice costs a query.
  const here = gather(async (notice) => end.heard(notice), { wait: setImmediate })
  const elsewhere = wire && gather((notice) => wire.send(notice), { wait: soon, log })
  const tell = (kind: keyof Notice, ids: string[]) => {
    here.add(kind, ids)
    elsewhere?.add(kind, ids)
  }
  const listening = (event: string) => (listener: (id: string) => void) => {
    local.on(event, listener)
    return () => void local.off(event, listener)
  }

  return {
    journalGrew: (ids) =>
      tell(
        'organizations',
        ids.filter((id) => id !== null),
      ),
    revoked: (id) => tell('revoked', [id]),
    onRevoked: listening('revoked'),
    presenceChanged: (ids) => tell('presence', ids),
    onPresence: listening('presence'),
    messageWaits: (recipient) => tell('messages', [recipient]),
    onMessageWaits: listening('message'),
    messageSettled: (id) => tell('settled', [id]),
    onMessageSettled: listening('settled'),
    wishesChanged: (session) => tell('wishes', [session]),
    onWishes: listening('wishes'),
    news(organizationId, milliseconds, signal) {
      return new Promise((resolve) => {
        const done = (came: boolean) => {
          clearTimeout(timer)
          local.off(`news ${organizationId}`, heard)
          signal.removeEventListener('abort', given)
          resolve(came)
        }
        const heard = () => done(true)
        const given = () => done(false)
        const timer = setTimeout(given, milliseconds)
        local.on(`news ${organizationId}`, heard)
        signal.addEventListener('abort', given)
        if (signal.aborted) given()
      })
    },
    onNews: listening('news'),
    onReconnected: listening('reconnected'),
    wire: () => wire && { kind: wire.kind, connected: wire.hears() },
    async close() {
      clearInterval(looking)
      await elsewhere?.end()
      await wire?.close()
    },
  }
}

async function openWire(database: Database, log: Log, redisUrl: string | undefined, end: WireEnd) {
  // The embedded database has one process, so its news travels no further.
  if (database.engine === 'pglite') {
    if (redisUrl) log.info('REDIS_URL has no use here: the embedded database has but one node')
    return undefined
  }
  const self = randomUUID()
  return redisUrl
    ? openRedisWire(redisUrl, database, self, end, log)
    : openPostgresWire(database, self, end, log)
}

const soon = (flush: () => void) => setTimeout(flush, 10)
const triesAgain = 500
// What is said about more than this many while nobody hears it is forgotten: they all look by themselves.
const mostKept = 10_000

/** Collects what is said until it is time to tell. What could not be told is told again. */
function gather(
  tell: (notice: Notice) => Promise<void>,
  { wait, log }: { wait: (flush: () => void) => unknown; log?: Log },
) {
  let said: Record<keyof Notice, Set<string>> = nothing()
  let waiting = false
  let ended = false
  let failed = false
  const flush = async () => {
    const telling = said
    said = nothing()
    waiting = false
    try {
      await tell(Object.fromEntries(kinds.map((kind) => [kind, [...telling[kind]]])) as unknown as Notice)
      failed = false
    } catch (error) {
      if (!failed) log?.warn({ reason: (error as Error).message }, 'a notice to the other nodes has to wait')
      failed = true
      for (const kind of kinds) keep(kind, telling[kind])
      later((again) => setTimeout(again, triesAgain).unref())
    }
  }
  const keep = (kind: keyof Notice, ids: Iterable<string>) => {
    for (const id of ids) if (said[kind].size < mostKept) said[kind].add(id)
  }
  const later = (how: (flush: () => void) => unknown) => {
    if (waiting || ended) return
    waiting = true
    how(() => void flush())
  }
  return {
    add(kind: keyof Notice, ids: string[]) {
      if (ids.length === 0) return
      keep(kind, ids)
      later(wait)
    },
    /** Tells what is left, if it can be told. */
    async end() {
      ended = true
      if (waiting) await flush()
    },
  }
}

function nothing(): Record<keyof Notice, Set<string>> {
  return Object.fromEntries(kinds.map((kind) => [kind, new Set()])) as unknown as Record<
    keyof Notice,
    Set<string>
  >
}
