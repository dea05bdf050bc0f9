import type { Socket } from 'node:net'
import { type Bookmark, type JournalRow, type Position, encodeCursor } from '../../database/journal.ts'
import { eventFromRow } from '../../domains/activity/event.ts'
import type { KnownCaller } from '../../operations/caller.ts'
import type { App } from '../../operations/context.ts'
import { reject } from '../../operations/errors.ts'
import { closings } from './closings.ts'
import { Connection, type HubSocket } from './connection.ts'
import { DoubtedCredentials, isOf } from './doubted-credentials.ts'
import { type Entry, Feed } from './feed.ts'
import { textFrame } from './frames.ts'
import { Heartbeat, heartbeat } from './heartbeat.ts'
import type { Listener } from './listener.ts'
import { Presence } from './presence.ts'
import { Reader } from './reader.ts'
import { liveIdOf } from './rights.ts'
import type { AccessSnapshot } from './access-snapshot.ts'

// How long those who are told that the server stops may take to say goodbye.
const goodbye = 1000

/** A place that is kept for somebody who is about to connect. */
export interface Admission {
  feed: Feed
  standing: AccessSnapshot
}

/** All live connections of this node, and streams of MCP clients. One reader of the journal serves them all. */
export class Hub {
  readonly app: App
  readonly feeds = new Map<string, Feed>()
  readonly presence: Presence
  readonly #connections = new Set<Connection>()
  readonly #streams = new Set<Listener>()
  readonly #perUser = new Map<string, number>()
  readonly #reader: Reader
  readonly #heartbeat: Heartbeat
  readonly #forget: (() => void)[]
  #awaited = 0
  #closing = false
  readonly doubted: DoubtedCredentials

  constructor(app: App) {
    this.app = app
    this.presence = new Presence(this)
    this.#reader = new Reader(this)
    this.#heartbeat = new Heartbeat()
    this.doubted = new DoubtedCredentials(this)
    this.#forget = [
      app.bus.onNews(() => this.#reader.news()),
      app.bus.onRevoked((id) => this.#revoked(id)),
      app.bus.onReconnected(() => this.#checkEverything()),
    ]
  }

  /** Up to where the journal was read. */
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

  /** Whether anybody is there, or about to come. */
  get isUsed(): boolean {
    return this.#connections.size + this.#streams.size + this.#awaited > 0
  }

  /** Finds out what somebody sees, before their connection is taken. A person may hold only so many. */
  async admit(caller: KnownCaller): Promise<Admission> {
    const { LIVE_CONNECTIONS: most } = this.app.config
    const held = this.#perUser.get(caller.user.id) ?? 0
    if (held >= most) reject('too_many_connections', { most, seconds: heartbeat })
    this.#perUser.set(caller.user.id, held + 1)
    try {
      return await this.enter(caller)
    } catch (error) {
      this.#freeSlot(caller.user.id)
      throw error
    }
  }

  /** Gives back a place that was not taken after all. */
  decline(admission: Admission): void {
    this.#freeSlot(admission.standing.userId)
    this.exit(admission)
  }

  /** The same for streams, which others count. */
  async enter(caller: KnownCaller): Promise<Admission> {
    if (this.#closing) reject('stopping')
    this.#awaited++
    try {
      await this.#reader.awake()
      const { id, sandbox } = caller.organization!
      const liveId = sandbox && !this.feeds.has(id) ? await liveIdOf(this.app.database, id) : id
      // From here to the next wait nobody can take the feed away.
      const feed = this.#feedOf(caller, liveId)
      const standing = feed.standingOf(caller)
      standing.awaited++
      try {
        if (standing.listeners.size === 0) {
          feed.doubts.users?.add(caller.user.id)
          await this.#reader.once()
        }
        if (feed.standings.get(standing.key) !== standing) reject('no_organization')
        return { feed, standing }
      } catch (error) {
        this.#leave({ feed, standing })
        throw error
      }
    } catch (error) {
      this.#awaited--
      throw error
    }
  }

  exit(admission: Admission): void {
    this.#awaited--
    this.#leave(admission)
  }

  /** From now on a stream is told what happens. */
  join(stream: Listener): void {
    this.#take(stream)
    this.#streams.add(stream)
    this.doubted.check([stream])
  }

  /** And now no longer. */
  part(stream: Listener): void {
    if (stream.isClosed) return
    stream.isClosed = true
    this.#streams.delete(stream)
    this.#remove(stream)
  }

  open(admission: Admission, caller: KnownCaller, ws: HubSocket, socket: Socket): Connection {
    const { feed, standing } = admission
    const connection = new Connection(this, feed, standing, caller, ws, socket)
    this.#take(connection)
    this.#connections.add(connection)
    this.app.metrics.streams.inc({ door: 'hub' })
    this.#heartbeat.add(connection)
    this.presence.note(connection)
    const { organization, user } = standing.asking
    connection.send({
      ...{ type: 'welcome', connection: connection.id, user: { id: user.id, name: user.name } },
      ...{ organization: { id: organization.id, slug: organization.slug }, cursor: this.cursor, heartbeat },
    })
    // The credential may have ended between the first look at it and the moment from which we hear of that.
    this.doubted.check([connection])
    return connection
  }

  /** Takes a connection out of everything. What is still to be said to it, is said by itself. */
  forget(connection: Connection): void {
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

  /** The rows in memory that an organization has after a place, if all of them are there. */
  recentOf(feed: Feed, place: Position): Entry[] | undefined {
    return this.#reader.recentOf(feed, place)
  }

  nextReading(): Promise<void> {
    return this.#reader.next()
  }

  wakeReader(): void {
    this.#reader.wake()
  }

  /** Resolves once all that is in doubt has been looked up. */
  settled(): Promise<void> {
    return this.#reader.once()
  }

  entryOf(row: JournalRow): Entry {
    const event = eventFromRow(this.app.epoch, row)
    return { row, frame: textFrame(JSON.stringify({ type: 'event', event })) }
  }

  /**
   * The row up to which this node has read was lost. All clients connect again: those that have seen it, or a later one, get
   * cursor_expired for their cursor and read everything again.
   */
  rewound(): void {
    this.app.log.warn('the journal went back to an earlier state: clients have to connect again')
    for (const feed of this.feeds.values()) {
      feed.since = this.position
      feed.doubts = { users: null, projects: new Set(), teams: true }
    }
    for (const listener of [...this.listeners()]) listener.close(...closings.rewound)
  }

  async close(): Promise<void> {
    this.#closing = true
    for (const forget of this.#forget) forget()
    this.doubted.stop()
    this.#heartbeat.stop()
    await this.#reader.stop()
    const open = [...this.#connections]
    for (const connection of open) connection.close(...closings.restart)
    await Promise.race([
      Promise.all(open.map((connection) => connection.gone())),
      new Promise((resolve) => setTimeout(resolve, goodbye)),
    ])
    for (const connection of open) connection.terminate()
    await this.presence.close()
  }

  #revoked(id: string): void {
    for (const listener of this.listeners()) {
      if (listener.credentialId === id) listener.close(...closings.credentialEnded)
      // What was shut because of a person may still stand: their keys outlive a new password.
      else if (isOf(listener, id)) {
        listener.feed.doubts.users?.add(listener.standing.userId)
        this.doubted.add(listener)
      }
    }
    this.#reader.wake()
  }

  *listeners(): Generator<Listener> {
    yield* this.#connections
    yield* this.#streams
  }

  #take(listener: Listener): void {
    this.#awaited--
    listener.standing.awaited--
    listener.standing.listeners.add(listener)
  }

  #remove(listener: Listener): void {
    this.doubted.delete(listener)
    listener.standing.listeners.delete(listener)
    this.#release(listener)
  }

  #checkEverything(): void {
    for (const feed of this.feeds.values()) {
      feed.doubts.users = null
      this.presence.show(feed)
    }
    this.doubted.check(this.listeners())
  }

  #feedOf({ organization }: KnownCaller, liveId: string): Feed {
    const { id } = organization!
    let feed = this.feeds.get(id)
    if (!feed) this.feeds.set(id, (feed = new Feed(id, liveId, this.position)))
    return feed
  }

  #leave(admission: Admission): void {
    admission.standing.awaited--
    this.#release(admission)
  }

  #release({ feed, standing }: Admission): void {
    feed.release(standing)
    if (feed.standings.size === 0 && this.feeds.get(feed.organizationId) === feed)
      this.feeds.delete(feed.organizationId)
  }

  #freeSlot(userId: string): void {
    const left = this.#perUser.get(userId)! - 1
    if (left === 0) this.#perUser.delete(userId)
    else this.#perUser.set(userId, left)
  }
}
