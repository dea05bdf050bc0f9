import type { LoggingLevel, Notification } from '@modelcontextprotocol/server'
import {
  followInSession,
  readSubscriptions,
  setLogLevel,
  unfollowInSession,
} from '../transports/session-rows.ts'
import { authenticateMcpToken } from '../../../domains/auth/credentials/authenticate.ts'
import type { KnownCaller } from '../../../operations/caller.ts'
import type { App } from '../../../operations/context.ts'
import { OperationError } from '../../../errors/errors.ts'
import type { Admission, Hub } from '../../live/hub.ts'
import type { Listener } from '../../live/listener.ts'
import { queryAs } from '../context/query.ts'
import type { StreamHook, NotificationStream } from '../transports/connections.ts'
import { followedAt } from './followed.ts'
import { type Followed, Interests, maxSubscriptions } from './interests.ts'
import type { SignedIds } from '../transports/signed-ids.ts'
import { McpListener } from './notifier-listener.ts'

const retryMs = 2000

/** A client at the end of an open stream. */
export interface NotifiedClient {
  caller: KnownCaller
  interests: Interests
  notify(notification: Notification): void
  /** Called when the credential has ended, or the user has left the organization. */
  end(): void
}

interface Open extends Pick<NotificationStream, 'sender' | 'sessionId' | 'ofSession' | 'notify'> {
  interests: Interests
  leave(): void
}

/**
 * Sends notifications to the streams of this node. The streams are listeners of the live hub, which reads the journal
 * once for all of them and filters it by the access of each.
 */
export class Notifier {
  readonly #app: App
  readonly #hub: Hub
  readonly #ids: SignedIds
  /** The open streams, by the id of the stream or of its session. */
  readonly #open = new Map<string, Open>()
  readonly #waiting = new Set<() => void>()
  readonly #stopListening: (() => void)[]
  #retryTimer: NodeJS.Timeout | undefined

  constructor(hub: Hub, ids: SignedIds) {
    const { app } = hub
    this.#app = app
    this.#hub = hub
    this.#ids = ids
    this.#stopListening = [
      app.bus.onWishes((id) => void this.#reload([this.#open.get(id)], { notify: true })),
      app.bus.onReconnected(() => void this.#reload([...this.#open.values()])),
    ]
  }

  /** Registers a stream that opens. */
  readonly open: StreamHook = async (stream) => {
    const id = this.#ids.read(stream.sessionId)!
    // Only the newest stream of a session receives notifications.
    this.#open.get(id)?.leave()
    const { notify, end, sessionId, ofSession, sender } = stream
    const { caller } = sender
    const interests = new Interests()
    const open: Open = { sessionId, ofSession, notify, sender, interests, leave() {} }
    this.#open.set(id, open)
    const leave = await this.attach({ caller, interests, notify, end })
    open.leave = () => {
      if (this.#open.get(id) === open) this.#open.delete(id)
      leave()
    }
    if (ofSession) await this.#reload([open])
    return open.leave
  }

  /** Resolves once the client receives all further events, or immediately if the database is unavailable. */
  async attach(client: NotifiedClient): Promise<() => void> {
    let listener: Listener | undefined
    let isClosed = false
    let { caller } = client
    // Emptying a sandbox replaces its organization. The stream then continues in the new one.
    const rejoin = async () => {
      try {
        const current = await authenticateMcpToken(this.#app, caller.credentialId)
        const hasMoved = current.organization && current.organization.id !== caller.organization!.id
        if (!hasMoved) return client.end()
        caller = current
        await join()
      } catch (error) {
        if (error instanceof OperationError && error.status < 500) client.end()
        else this.#retryLater(rejoin)
      }
    }
    const join = async () => {
      if (isClosed || !caller.organization) return
      try {
        const admission = await this.admit(caller)
        if (isClosed) this.#hub.exit(admission)
        else listener = this.addListener(admission, { ...client, caller, end: () => void rejoin() })
      } catch (error) {
        if (error instanceof OperationError && error.status < 500) client.end()
        else this.#retryLater(join)
      }
    }
    await join()
    return () => {
      isClosed = true
      this.#waiting.delete(join)
      this.#waiting.delete(rejoin)
      if (listener) this.#hub.part(listener)
    }
  }

  /** Admits a caller to the hub. They receive only events from then on. */
  async admit(caller: KnownCaller): Promise<Admission> {
    const admission = await this.#hub.enter(caller)
    try {
      await this.#hub.settled()
      return admission
    } catch (error) {
      this.#hub.exit(admission)
      throw error
    }
  }

  /** Adds a client that was admitted. */
  addListener(admission: Admission, client: NotifiedClient): Listener {
    const listener = new McpListener(this.#hub, admission, client)
    this.#hub.join(listener)
    return listener
  }

  /**
   * Returns false if the limit is reached. Stores the subscriptions of a session, because its stream can be on any
   * node.
   */
  async follow(sessionId: string, uri: string, followed: Followed): Promise<boolean> {
    const id = this.#ids.read(sessionId) ?? ''
    const open = this.#open.get(id)
    const isStored = await this.#store(id, open, () =>
      followInSession(this.#app.database, id, uri, maxSubscriptions),
    )
    if (
      !isStored ||
      (open && open.interests.followed.size >= maxSubscriptions && !open.interests.followed.has(uri))
    )
      return false
    open?.interests.follow(uri, followed)
    return true
  }

  async unfollow(sessionId: string, uri: string): Promise<void> {
    const id = this.#ids.read(sessionId) ?? ''
    const open = this.#open.get(id)
    open?.interests.unfollow(uri)
    await this.#store(id, open, () => unfollowInSession(this.#app.database, id, uri))
  }

  async setLevel(sessionId: string, level: LoggingLevel): Promise<void> {
    const id = this.#ids.read(sessionId) ?? ''
    const open = this.#open.get(id)
    if (open) open.interests.level = level
    await this.#store(id, open, () => setLogLevel(this.#app.database, id, level))
  }

  close(): void {
    clearTimeout(this.#retryTimer)
    this.#waiting.clear()
    for (const stop of this.#stopListening) stop()
  }

  /** Stores a change of a session. The subscriptions of an HTTP+SSE stream end with it and are not stored. */
  async #store(id: string, open: Open | undefined, write: () => Promise<boolean | void>): Promise<boolean> {
    if (open && !open.ofSession) return true
    const stored = await write()
    if (!open) this.#app.bus.wishesChanged(id)
    return stored ?? true
  }

  async #reload(streams: Iterable<Open | undefined>, { notify = false } = {}): Promise<void> {
    for (const open of streams) {
      if (!open?.ofSession) continue
      await this.#readSubscriptions(open, notify).catch((error: Error) =>
        this.#app.log.warn(
          { reason: error.message },
          'the subscriptions of an MCP session could not be read',
        ),
      )
    }
  }

  /**
   * Reads the subscriptions of a session, and checks access again. If another node stored a new one, the item may have
   * changed before this node received the notice, so the client is notified.
   */
  async #readSubscriptions(
    { sessionId, sender, interests, notify }: Open,
    notifyNew: boolean,
  ): Promise<void> {
    const stored = await readSubscriptions(this.#app.database, this.#ids.read(sessionId)!)
    if (!stored) return
    interests.level = stored.log_level as LoggingLevel
    for (const uri of interests.followed.keys()) if (!stored.uris.includes(uri)) interests.unfollow(uri)
    const query = queryAs(this.#app, sender)
    for (const uri of stored.uris) {
      if (interests.followed.has(uri)) continue
      const followed = await followedAt(query, uri)
      if (!followed) continue
      interests.follow(uri, followed)
      if (notifyNew) notify({ method: 'notifications/resources/updated', params: { uri } })
    }
  }

  /** Schedules a retry. All retries share one timer. */
  #retryLater(attempt: () => void): void {
    this.#waiting.add(attempt)
    this.#retryTimer ??= setTimeout(() => {
      this.#retryTimer = undefined
      const attempts = [...this.#waiting]
      this.#waiting.clear()
      for (const attempt of attempts) attempt()
    }, retryMs).unref()
  }
}
