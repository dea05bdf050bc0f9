import type { Socket } from 'node:net'
import { WebSocket } from 'ws'
import type { KnownCaller, Named } from '../../operations/caller.ts'
import { newId } from '../../platform/ids.ts'
import { tooSlow } from './closings.ts'
import type { Entry, Feed } from './feed.ts'
import { type Message, messageFrame } from './frames.ts'
import type { Hub } from './hub.ts'
import type { Listener } from './listener.ts'
import type { CatchUp } from './replay.ts'
import type { AccessSnapshot } from './access-snapshot.ts'
import { type Topic, belongs } from './topics.ts'

/** What ws makes of a socket: it knows whose it is, so that all share the same listeners. */
export class HubSocket extends WebSocket {
  connection: Connection | undefined
}

/** Where somebody is, as they say themselves. */
export interface Location {
  projectId: string
  item: string | null
}

// Whoever leaves more than this unread is too slow to be waited for.
const mostUnread = 1024 * 1024
const messagesPerWindow = 60
const window = 10_000

/** One open WebSocket. There may be very many, so it holds little, and no timer of its own. */
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
  /** While it is sent what happened before. */
  catchUp: CatchUp | undefined
  /** What it asked for is done one after the other. */
  asked: Promise<void> | undefined
  waiting = 0
  isClosed = false
  expiresAt?: number
  /** Whether there was a sign of life since the last look. */
  isAlive = true
  status: 'online' | 'away' = 'online'
  place: Location | null = null
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

  /** Whether it gets what the reader reads: it follows something, and has caught up. */
  get isLive(): boolean {
    return !this.isClosed && this.catchUp === undefined && this.topics.length > 0
  }

  get followsAll(): boolean {
    return this.topics.some(({ kind }) => kind === 'organization')
  }

  /** Bytes that it has not taken yet. */
  get unread(): number {
    return this.#socket.writableLength
  }

  take(seen: Entry[], buffers: Map<string, Buffer>): number {
    if (!this.isLive) return 0
    const own = this.followsAll
      ? seen
      : seen.filter(({ row }) => this.topics.some((topic) => belongs(row, topic, this.feed)))
    if (own.length > 0) this.write(shared(own, buffers))
    return own.length
  }

  send(message: Message): void {
    this.write(messageFrame(message))
  }

  /** Writes frames as they are: the same memory for everybody. */
  write(frames: Buffer): void {
    if (this.isClosed) return
    this.#socket.write(frames)
    // Whoever catches up is waited for.
    if (!this.catchUp && this.#socket.writableLength > mostUnread) this.hub.closeSlow(this)
  }

  /** Resolves when all that was written has gone, or it is closed. */
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

  /** No more than so many messages in so much time. */
  countMessage(): boolean {
    const now = Date.now()
    if (now - this.#window > window) {
      this.#window = now
      this.#messages = 0
    }
    this.isAlive = true
    return ++this.#messages <= messagesPerWindow
  }

  pong(data: Buffer): void {
    if (!this.isClosed) this.#ws.pong(data)
  }

  /** Says goodbye. If the other side does not answer within seconds, ws cuts it off. */
  close(code: number, reason: string): void {
    if (this.isClosed) return
    this.hub.forget(this)
    this.#ws.close(code, reason)
  }

  closeSlow(cursor: string): void {
    this.close(tooSlow, cursor)
  }

  /** Resolves when the other side has said goodbye too, or was cut off. */
  gone(): Promise<void> {
    if (this.#ws.readyState === WebSocket.CLOSED) return Promise.resolve()
    return new Promise((resolve) => void this.#ws.once('close', () => resolve()))
  }

  terminate(): void {
    this.hub.forget(this)
    this.#ws.terminate()
  }

  /** Whoever no longer may follow something is told, and gets nothing more of it. */
  rightsChanged(): void {
    if (this.isClosed) return
    const lost = this.topics.filter((topic) => !this.mayFollow(topic))
    if (lost.length > 0) this.drop(lost, 'access')
    if (this.place && !this.standing.seesProject(this.place.projectId)) {
      this.place = null
      this.hub.presence.note(this)
    }
  }

  drop(topics: readonly Topic[], reason?: string): void {
    const names = new Set(topics.map(({ name }) => name))
    this.topics = this.topics.filter(({ name }) => !names.has(name))
    this.catchUp?.drop(names)
    this.send({ type: 'unsubscribed', topics: [...names], ...(reason && { reason }) })
  }

  mayFollow({ kind, id }: Pick<Topic, 'kind' | 'id'>): boolean {
    if (kind === 'project') return this.standing.seesProject(id)
    if (kind === 'team')
      return this.standing.isMember && this.standing.bound === null && this.feed.teams.has(id)
    return true
  }
}

/** One piece of memory for all who get the same. */
function shared(entries: Entry[], buffers: Map<string, Buffer>): Buffer {
  if (entries.length === 1) return entries[0]!.frame
  const key = entries.map(({ row }) => row.seq).join()
  let buffer = buffers.get(key)
  if (!buffer) buffers.set(key, (buffer = Buffer.concat(entries.map(({ frame }) => frame))))
  return buffer
}
