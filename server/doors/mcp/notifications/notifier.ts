import type { LoggingLevel, Notification } from '@modelcontextprotocol/server'
import {
  followInSession,
  readSubscriptions,
  setLogLevel,
  unfollowInSession,
} from '../../../domains/mcp/session-rows.ts'
import { authenticateMcpToken } from '../../../domains/credentials/authenticate.ts'
import type { KnownCaller } from '../../../operations/caller.ts'
import type { App } from '../../../operations/context.ts'
import { OperationError } from '../../../operations/errors.ts'
import type { Admission, Hub } from '../../live/hub.ts'
import type { Listener } from '../../live/listener.ts'
import { asking } from '../context/ask.ts'
import type { StreamHook, NotificationStream } from '../transports/connections.ts'
import { followedAt } from './followed.ts'
import { type Followed, Interests, maxSubscriptions } from './interests.ts'
import type { SignedIds } from '../transports/signed-ids.ts'
import { McpListener } from './notifier-listener.ts'

const tryAgain = 2000

/** A client at the end of an open stream. */
export interface NotifiedClient {
  caller: KnownCaller
  interests: Interests
  notify(notification: Notification): void
  /** Its credential has ended, or its person has left the organization. */
  end(): void
}

interface Open extends Pick<NotificationStream, 'sender' | 'sessionId' | 'ofSession' | 'notify'> {
  interests: Interests
  leave(): void
}

/**
 * Tells the streams of this node what happens. They are listeners of the live hub: it reads the journal once for all, and
 * looks up what each may see before it passes anything on.
 */
export class Notifier {
  readonly #app: App
  readonly #hub: Hub
  readonly #ids: SignedIds
  /** By the id of the stream, or of the session that it belongs to. */
  readonly #open = new Map<string, Open>()
  readonly #later = new Set<() => void>()
  readonly #stopListening: (() => void)[]
  #retry: NodeJS.Timeout | undefined

  constructor(hub: Hub, ids: SignedIds) {
    const { app } = hub
    this.#app = app
    this.#hub = hub
    this.#ids = ids
    this.#stopListening = [
      app.bus.onWishes((id) => void this.#lookAgain([this.#open.get(id)], { tell: true })),
      app.bus.onReconnected(() => void this.#lookAgain([...this.#open.values()])),
    ]
  }

  /** For each stream that opens. */
  readonly open: StreamHook = async (stream) => {
    const id = this.#ids.read(stream.sessionId)!
    // Of two streams of a session only the newer one is told.
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
    if (ofSession) await this.#lookAgain([open])
    return open.leave
  }

  /** Resolves once it is told what happens from then on; or at once, if that has to wait for the database. */
  async attach(client: NotifiedClient): Promise<() => void> {
    let told: Listener | undefined
    let gone = false
    let { caller } = client
    // Its organization may have been replaced by another, as a sandbox is when it is wiped: then the stream goes on there.
    const again = async () => {
      try {
        const standing = await authenticateMcpToken(this.#app, caller.credentialId)
        const isElsewhere = standing.organization && standing.organization.id !== caller.organization!.id
        if (!isElsewhere) return client.end()
        caller = standing
        await join()
      } catch (error) {
        if (error instanceof OperationError && error.status < 500) client.end()
        else this.#soon(again)
      }
    }
    const join = async () => {
      if (gone || !caller.organization) return
      try {
        const place = await this.place(caller)
        if (gone) this.#hub.exit(place)
        else told = this.take(place, { ...client, caller, end: () => void again() })
      } catch (error) {
        if (error instanceof OperationError && error.status < 500) client.end()
        else this.#soon(join)
      }
    }
    await join()
    return () => {
      gone = true
      this.#later.delete(join)
      this.#later.delete(again)
      if (told) this.#hub.part(told)
    }
  }

  /** A place from which on somebody is told: what happened before, they are not. */
  async place(caller: KnownCaller): Promise<Admission> {
    const place = await this.#hub.enter(caller)
    try {
      await this.#hub.settled()
      return place
    } catch (error) {
      this.#hub.exit(place)
      throw error
    }
  }

  /** For whoever has a place already. */
  take(place: Admission, client: NotifiedClient): Listener {
    const listener = new McpListener(this.#hub, place, client)
    this.#hub.join(listener)
    return listener
  }

  /** Answers whether there is room. What a session wants is kept, for whichever node its stream is at. */
  async follow(sessionId: string, uri: string, followed: Followed): Promise<boolean> {
    const id = this.#ids.read(sessionId) ?? ''
    const open = this.#open.get(id)
    const isKept = await this.#keep(id, open, () =>
      followInSession(this.#app.database, id, uri, maxSubscriptions),
    )
    if (
      !isKept ||
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
    await this.#keep(id, open, () => unfollowInSession(this.#app.database, id, uri))
  }

  async setLevel(sessionId: string, level: LoggingLevel): Promise<void> {
    const id = this.#ids.read(sessionId) ?? ''
    const open = this.#open.get(id)
    if (open) open.interests.level = level
    await this.#keep(id, open, () => setLogLevel(this.#app.database, id, level))
  }

  close(): void {
    clearTimeout(this.#retry)
    this.#later.clear()
    for (const stop of this.#stopListening) stop()
  }

  /** A stream of HTTP+SSE is no session: whatever it wants ends with it. */
  async #keep(id: string, open: Open | undefined, write: () => Promise<boolean | void>): Promise<boolean> {
    if (open && !open.ofSession) return true
    const kept = await write()
    if (!open) this.#app.bus.wishesChanged(id)
    return kept ?? true
  }

  async #lookAgain(streams: Iterable<Open | undefined>, { tell = false } = {}): Promise<void> {
    for (const open of streams) {
      if (!open?.ofSession) continue
      await this.#readWishes(open, tell).catch((error: Error) =>
        this.#app.log.warn({ reason: error.message }, 'what a session wants to be told was not read'),
      )
    }
  }

  /**
   * Whether they may see what they follow is asked again. Where that was said at another node, something may have happened
   * before we heard of it: so they are told that it may have.
   */
  async #readWishes({ sessionId, sender, interests, notify }: Open, tell: boolean): Promise<void> {
    const wishes = await readSubscriptions(this.#app.database, this.#ids.read(sessionId)!)
    if (!wishes) return
    interests.level = wishes.log_level as LoggingLevel
    for (const uri of interests.followed.keys()) if (!wishes.uris.includes(uri)) interests.unfollow(uri)
    const ask = asking(this.#app, sender)
    for (const uri of wishes.uris) {
      if (interests.followed.has(uri)) continue
      const followed = await followedAt(ask, sender, uri)
      if (!followed) continue
      interests.follow(uri, followed)
      if (tell) notify({ method: 'notifications/resources/updated', params: { uri } })
    }
  }

  /** One timer for all that wait. */
  #soon(join: () => void): void {
    this.#later.add(join)
    this.#retry ??= setTimeout(() => {
      this.#retry = undefined
      const waiting = [...this.#later]
      this.#later.clear()
      for (const each of waiting) each()
    }, tryAgain).unref()
  }
}
