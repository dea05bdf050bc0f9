import type { Socket } from 'node:net'
import { type Bookmark, type JournalRow, type Position, encodeCursor } from '../../database/journal.ts'
import { eventFromRow } from '../../operations/event.ts'
import type { KnownCaller } from '../../operations/caller.ts'
import type { App } from '../../operations/context.ts'
import { reject } from '../../errors/errors.ts'
import { closings, textFrame } from './frames.ts'
import { Connection, type HubSocket } from './connection.ts'
import { CredentialChecks, actsAs } from './credential-checks.ts'
import { type Entry, Feed } from './feed.ts'
import { Heartbeat, heartbeat } from './heartbeat.ts'
import type { Listener } from './listener.ts'
import { Presence } from './presence.ts'
import { Reader } from './reader.ts'
import { liveIdOf } from './rights.ts'
import type { AccessSnapshot } from './access-snapshot.ts'

// Time for clients to complete the close handshake when the server stops.
const closeTimeoutMs = 1000

/** A reserved slot for a listener that is about to connect. */
export interface Admission {
  feed: Feed
  standing: AccessSnapshot
}

/** All WebSocket connections and MCP streams of this node. One journal reader serves them all. */
export class Hub {
  readonly app: App
  readonly feeds = new Map<string, Feed>()
  readonly presence: Presence
  readonly #connections = new Set<Connection>()
  readonly #streams = new Set<Listener>()
  readonly #perUser = new Map<string, number>()
  readonly #reader: Reader
  readonly #heartbeat: Heartbeat
  readonly #unsubscribers: (() => void)[]
  #pending = 0
  #closing = false
  readonly credentialChecks: CredentialChecks

  constructor(app: App) {
    this.app = app
    this.presence = new Presence(this)
    this.#reader = new Reader(this)
    this.#heartbeat = new Heartbeat()
    this.credentialChecks = new CredentialChecks(this)
    this.#unsubscribers = [
      app.bus.onNews(() => this.#reader.journalGrew()),
      app.bus.onRevoked((id) => this.#revoked(id)),
      app.bus.onReconnected(() => this.#checkEverything()),
    ]
  }

  /** The position up to which the journal was read. */
  get position(): Bookmark {
    return this.#reader.position
  }

  get cursor(): string {
    return this.cursorAt(this.position)
  }

  cursorAt(position: Bookmark): string {
    return encodeCursor(this.app.epoch, position)
  }

  get connections(): ReadonlySet<Connection> {
    return this.#connections
  }

  /** Whether a listener is connected or about to connect. */
  get isUsed(): boolean {
    return this.#connections.size + this.#streams.size + this.#pending > 0
  }

  /** Reserves a slot and reads the caller's rights. Limits the number of connections per user. */
  async admit(caller: KnownCaller): Promise<Admission> {
    const { LIVE_CONNECTIONS: limit } = this.app.config
    const open = this.#perUser.get(caller.user.id) ?? 0
    if (open >= limit) reject('too_many_connections', { most: limit, seconds: heartbeat })
    this.#perUser.set(caller.user.id, open + 1)
    try {
      return await this.enter(caller)
    } catch (error) {
      this.#freeSlot(caller.user.id)
      throw error
    }
  }

  /** Releases a slot that was not used. */
  decline(admission: Admission): void {
    this.#freeSlot(admission.standing.userId)
    this.exit(admission)
  }

  /** Reserves a slot for an MCP stream. The MCP door limits their number. */
  async enter(caller: KnownCaller): Promise<Admission> {
    if (this.#closing) reject('stopping')
    this.#pending++
    try {
      await this.#reader.ready()
      const { id, sandbox } = caller.organization!
      const liveId = sandbox && !this.feeds.has(id) ? await liveIdOf(this.app.database, id) : id
      // No await until `pending` is increased, so that the feed can't be deleted.
      const feed = this.#feedOf(caller, liveId)
      const standing = feed.snapshotOf(caller)
      standing.pending++
      try {
        if (standing.listeners.size === 0) {
          feed.stale.users?.add(caller.user.id)
          await this.#reader.readOnce()
        }
        if (feed.snapshots.get(standing.key) !== standing) reject('no_organization')
        return { feed, standing }
      } catch (error) {
        this.#leave({ feed, standing })
        throw error
      }
    } catch (error) {
      this.#pending--
      throw error
    }
  }

  exit(admission: Admission): void {
    this.#pending--
    this.#leave(admission)
  }

  /** Starts sending events to a stream. */
  join(stream: Listener): void {
    this.#register(stream)
    this.#streams.add(stream)
    this.credentialChecks.check([stream])
  }

  /** Stops sending events to a stream. */
  part(stream: Listener): void {
    if (stream.isClosed) return
    stream.isClosed = true
    this.#streams.delete(stream)
    this.#remove(stream)
  }

  open(admission: Admission, caller: KnownCaller, ws: HubSocket, socket: Socket): Connection {
    const { feed, standing } = admission
    const connection = new Connection(this, feed, standing, caller, ws, socket)
    this.#register(connection)
    this.#connections.add(connection)
    this.app.metrics.streams.inc({ door: 'hub' })
    this.#heartbeat.add(connection)
    this.presence.update(connection)
    const { organization, user } = standing.granted
    connection.send({
      type: 'welcome',
      connection: connection.id,
      user: { id: user.id, name: user.name },
      organization: { id: organization.id, slug: organization.slug },
      cursor: this.cursor,
      heartbeat,
    })
    // The credential may have been revoked after authentication and before this connection was registered.
    this.credentialChecks.check([connection])
    return connection
  }

  /** Removes a connection from all registries, without closing its socket. */
  unregister(connection: Connection): void {
    if (connection.isClosed) return
    connection.isClosed = true
    this.#connections.delete(connection)
    this.#heartbeat.remove(connection)
    this.#freeSlot(connection.standing.userId)
    this.#remove(connection)
    this.presence.remove(connection)
    this.app.metrics.streams.dec({ door: 'hub' })
  }

  closeSlow(connection: Connection): void {
    this.app.metrics.slowReaders.inc()
    connection.closeSlow(this.cursor)
  }

  /** Returns the rows of an organization after a position, or undefined if memory doesn't have all of them. */
  recentOf(feed: Feed, position: Position): Entry[] | undefined {
    return this.#reader.recentOf(feed, position)
  }

  nextRead(): Promise<void> {
    return this.#reader.nextRead()
  }

  wakeReader(): void {
    this.#reader.wake()
  }

  /** Resolves once all stale rights have been read again. */
  settled(): Promise<void> {
    return this.#reader.readOnce()
  }

  entryOf(row: JournalRow): Entry {
    const event = eventFromRow(this.app.epoch, row)
    return { row, frame: textFrame(JSON.stringify({ type: 'event', event })) }
  }

  /**
   * Disconnects all clients, because the last row that this node read doesn't exist anymore. Clients with a lost cursor
   * get cursor_expired when they reconnect and read everything again.
   */
  rewound(): void {
    this.app.log.warn('the journal was reset to an earlier state: all live clients must reconnect')
    for (const feed of this.feeds.values()) {
      feed.since = this.position
      feed.stale = { users: null, projects: new Set(), teams: true }
    }
    // Closing a listener removes it, so this iterates over a copy.
    for (const listener of Array.from(this.listeners())) listener.close(...closings.rewound)
  }

  async close(): Promise<void> {
    this.#closing = true
    for (const unsubscribe of this.#unsubscribers) unsubscribe()
    this.credentialChecks.stop()
    this.#heartbeat.stop()
    await this.#reader.stop()
    const open = [...this.#connections]
    for (const connection of open) connection.close(...closings.restart)
    await Promise.race([
      Promise.all(open.map((connection) => connection.whenClosed())),
      new Promise((resolve) => setTimeout(resolve, closeTimeoutMs)),
    ])
    for (const connection of open) connection.terminate()
    await this.presence.close()
  }

  #revoked(id: string): void {
    for (const listener of this.listeners()) {
      if (listener.credentialId === id) listener.close(...closings.credentialEnded)
      // A message about a user doesn't end all of their credentials: API keys survive a password change.
      else if (actsAs(listener, id)) {
        listener.feed.stale.users?.add(listener.standing.userId)
        this.credentialChecks.add(listener)
      }
    }
    this.#reader.wake()
  }

  *listeners(): Generator<Listener> {
    yield* this.#connections
    yield* this.#streams
  }

  #register(listener: Listener): void {
    this.#pending--
    listener.standing.pending--
    listener.standing.listeners.add(listener)
  }

  #remove(listener: Listener): void {
    this.credentialChecks.delete(listener)
    listener.standing.listeners.delete(listener)
    this.#release(listener)
  }

  #checkEverything(): void {
    for (const feed of this.feeds.values()) {
      feed.stale.users = null
      this.presence.publish(feed)
    }
    this.credentialChecks.check(this.listeners())
  }

  #feedOf({ organization }: KnownCaller, liveId: string): Feed {
    const { id } = organization!
    let feed = this.feeds.get(id)
    if (!feed) this.feeds.set(id, (feed = new Feed(id, liveId, this.position)))
    return feed
  }

  #leave(admission: Admission): void {
    admission.standing.pending--
    this.#release(admission)
  }

  #release({ feed, standing }: Admission): void {
    feed.release(standing)
    if (feed.snapshots.size === 0 && this.feeds.get(feed.organizationId) === feed)
      this.feeds.delete(feed.organizationId)
  }

  #freeSlot(userId: string): void {
    const left = this.#perUser.get(userId)! - 1
    if (left === 0) this.#perUser.delete(userId)
    else this.#perUser.set(userId, left)
  }
}
