import type { Socket } from 'node:net'
import { WebSocket } from 'ws'
import type { Named } from '../../database/actor.ts'
import type { KnownCaller } from '../../operations/caller.ts'
import { newId } from '../../platform/ids.ts'
import { tooSlow, type Message, messageFrame } from './frames.ts'
import type { Entry, Feed } from './feed.ts'
import type { Hub } from './hub.ts'
import type { Listener } from './listener.ts'
import type { CatchUp } from './replay.ts'
import type { AccessSnapshot } from './access-snapshot.ts'
import { type Topic, matchesTopic } from './topics.ts'

/** A ws socket with a reference to its connection, so that all sockets can share the same event handlers. */
export class HubSocket extends WebSocket {
  connection: Connection | undefined
}

/** The project and item that a client reports as its location. */
export interface Location {
  projectId: string
  item: string | null
}

// Disconnects a client that leaves more than this unread.
const maxUnreadBytes = 1024 * 1024
const maxMessagesPerWindow = 60
const windowMs = 10_000

/** One open WebSocket. It has little state and no timer, because a node can have very many. */
export class Connection implements Listener {
  readonly id = newId()
  readonly hub: Hub
  readonly feed: Feed
  readonly standing: AccessSnapshot
  readonly credentialId: string
  readonly impersonatorId: string | null
  readonly agent: Named | null
  readonly #ws: HubSocket
  readonly #socket: Socket
  topics: Topic[] = []
  /** Set while past events are replayed. */
  catchUp: CatchUp | undefined
  /** The last queued message. Messages are processed one after the other. */
  queue: Promise<void> | undefined
  queued = 0
  isClosed = false
  expiresAt?: number
  /** Whether the client has responded since the last heartbeat. */
  isAlive = true
  status: 'online' | 'away' = 'online'
  location: Location | null = null
  #window = 0
  #messages = 0

  constructor(
    hub: Hub,
    feed: Feed,
    standing: AccessSnapshot,
    caller: KnownCaller,
    ws: HubSocket,
    socket: Socket,
  ) {
    this.hub = hub
    this.feed = feed
    this.standing = standing
    this.credentialId = caller.credentialId
    this.impersonatorId = caller.impersonator?.id ?? null
    this.agent = caller.agent
    this.#ws = ws
    this.#socket = socket
  }

  /** Whether it receives new rows from the reader: it has topics and no replay is running. */
  get isLive(): boolean {
    return !this.isClosed && this.catchUp === undefined && this.topics.length > 0
  }

  get followsAll(): boolean {
    return this.topics.some(({ kind }) => kind === 'organization')
  }

  /** Bytes that the client has not read yet. */
  get unread(): number {
    return this.#socket.writableLength
  }

  take(seen: Entry[], buffers: Map<string, Buffer>): number {
    if (!this.isLive) return 0
    const matching = this.followsAll
      ? seen
      : seen.filter(({ row }) => this.topics.some((topic) => matchesTopic(row, topic, this.feed)))
    if (matching.length > 0) this.write(joinFrames(matching, buffers))
    return matching.length
  }

  send(message: Message): void {
    this.write(messageFrame(message))
  }

  /** Writes encoded frames. All connections share the same buffer. */
  write(frames: Buffer): void {
    if (this.isClosed) return
    this.#socket.write(frames)
    // A replay waits for slow readers instead.
    if (!this.catchUp && this.#socket.writableLength > maxUnreadBytes) this.hub.closeSlow(this)
  }

  /** Resolves when the write buffer is empty or the socket is closed. */
  drained(): Promise<void> {
    if (this.isClosed || this.unread === 0) return Promise.resolve()
    return new Promise((resolve) => {
      const done = () => {
        this.#socket.off('drain', done)
        this.#socket.off('close', done)
        resolve()
      }
      this.#socket.on('drain', done)
      this.#socket.on('close', done)
    })
  }

  /** Counts a message. Returns false if the client exceeds the rate limit. */
  countMessage(): boolean {
    const now = Date.now()
    if (now - this.#window > windowMs) {
      this.#window = now
      this.#messages = 0
    }
    this.isAlive = true
    return ++this.#messages <= maxMessagesPerWindow
  }

  pong(data: Buffer): void {
    if (!this.isClosed) this.#ws.pong(data)
  }

  /** Starts the close handshake. ws terminates the socket if the client doesn't respond in time. */
  close(code: number, reason: string): void {
    if (this.isClosed) return
    this.hub.unregister(this)
    this.#ws.close(code, reason)
  }

  closeSlow(cursor: string): void {
    this.close(tooSlow, cursor)
  }

  /** Resolves when the close handshake is complete or the socket was terminated. */
  whenClosed(): Promise<void> {
    if (this.#ws.readyState === WebSocket.CLOSED) return Promise.resolve()
    return new Promise((resolve) => void this.#ws.once('close', () => resolve()))
  }

  terminate(): void {
    this.hub.unregister(this)
    this.#ws.terminate()
  }

  /** Unsubscribes from topics that the user can no longer see, and notifies the client. */
  rightsChanged(): void {
    if (this.isClosed) return
    const lost = this.topics.filter((topic) => !this.canFollow(topic))
    if (lost.length > 0) this.drop(lost, 'access')
    if (this.location && !this.standing.seesProject(this.location.projectId)) {
      this.location = null
      this.hub.presence.update(this)
    }
  }

  drop(topics: readonly Topic[], reason?: string): void {
    const names = new Set(topics.map(({ name }) => name))
    this.topics = this.topics.filter(({ name }) => !names.has(name))
    this.catchUp?.drop(names)
    this.send({ type: 'unsubscribed', topics: [...names], ...(reason && { reason }) })
  }

  canFollow({ kind, id }: Pick<Topic, 'kind' | 'id'>): boolean {
    if (kind === 'project') return this.standing.seesProject(id)
    if (kind === 'team')
      return this.standing.isMember && this.standing.boundProjectId === null && this.feed.teams.has(id)
    return true
  }
}

/** Returns one buffer for all connections that receive the same rows. */
function joinFrames(entries: Entry[], buffers: Map<string, Buffer>): Buffer {
  if (entries.length === 1) return entries[0]!.frame
  const key = entries.map(({ row }) => row.seq).join()
  let buffer = buffers.get(key)
  if (!buffer) buffers.set(key, (buffer = Buffer.concat(entries.map(({ frame }) => frame))))
  return buffer
}
