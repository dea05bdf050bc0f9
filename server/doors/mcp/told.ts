import type { Notification } from '@modelcontextprotocol/server'
import { eventFromRow } from '../../domains/activity/event.ts'
import type { KnownCaller, Named } from '../../operations/caller.ts'
import { Refusal } from '../../operations/errors.ts'
import type { Entry, Feed } from '../live/feed.ts'
import type { Admission, Hub } from '../live/hub.ts'
import type { Listener } from '../live/listener.ts'
import type { Standing } from '../live/standing.ts'
import { changesResourceList, concernOf, touches } from './concerns.ts'
import type { Interests } from './interests.ts'

const tryAgain = 2000

/** A stream that is open to an MCP client. */
export interface ToldStream {
  caller: KnownCaller
  interests: Interests
  notify(notification: Notification): void
  /** Its credential has ended, or its person has left the organization. */
  end(): void
}

/**
 * Tells the streams of this node what happens. They are listeners of the live hub: it reads the journal once for all, and
 * looks up what each may see before it passes anything on.
 */
export class Told {
  readonly #hub: Hub
  readonly #later = new Set<() => void>()
  #retry: NodeJS.Timeout | undefined

  constructor(hub: Hub) {
    this.#hub = hub
  }

  /** Resolves once it is told what happens from then on; or at once, if that has to wait for the database. */
  async attach(stream: ToldStream): Promise<() => void> {
    let told: McpListener | undefined
    let gone = false
    const join = async () => {
      if (gone || !stream.caller.organization) return
      try {
        const place = await this.#hub.enter(stream.caller)
        if (gone) this.#hub.exit(place)
        else told = this.take(place, stream)
      } catch (error) {
        if (error instanceof Refusal && error.status < 500) stream.end()
        else this.#soon(join)
      }
    }
    await join()
    return () => {
      gone = true
      this.#later.delete(join)
      if (told) this.#hub.part(told)
    }
  }

  /** For whoever has a place already. */
  take(place: Admission, stream: ToldStream): McpListener {
    const listener = new McpListener(this.#hub, place, stream)
    this.#hub.join(listener)
    return listener
  }

  close(): void {
    clearTimeout(this.#retry)
    this.#later.clear()
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

class McpListener implements Listener {
  readonly feed: Feed
  readonly standing: Standing
  isClosed = false
  readonly #hub: Hub
  readonly #stream: ToldStream
  #known: number

  constructor(hub: Hub, { feed, standing }: Admission, stream: ToldStream) {
    this.#hub = hub
    this.feed = feed
    this.standing = standing
    this.#stream = stream
    this.#known = standing.changes
  }

  get credentialId(): string {
    return this.#stream.caller.credentialId
  }

  get impersonatorId(): string | null {
    return this.#stream.caller.impersonator?.id ?? null
  }

  get agent(): Named | null {
    return this.#stream.caller.agent
  }

  take(seen: Entry[]): number {
    const { interests, caller } = this.#stream
    const { epoch } = this.#hub.app
    const updated = new Set<string>()
    let sent = 0
    let listChanged = false
    for (const { row } of seen) {
      const concern = concernOf(row, caller)
      const level = concern ? 'notice' : 'info'
      if (interests.wants(level)) {
        const why = concern && { _meta: { 'baton/concern': concern } }
        const params = { level, logger: 'baton', data: eventFromRow(epoch, row), ...why }
        this.#stream.notify({ method: 'notifications/message', params })
        sent++
      }
      for (const [uri, followed] of interests.followed) if (touches(row, followed, concern)) updated.add(uri)
      listChanged ||= interests.lists && changesResourceList(row)
    }
    for (const uri of updated)
      this.#stream.notify({ method: 'notifications/resources/updated', params: { uri } })
    if (listChanged) this.#tellList()
    return sent + updated.size + Number(listChanged)
  }

  rightsChanged(): void {
    if (this.#known === this.standing.changes) return
    this.#known = this.standing.changes
    if (this.#stream.interests.lists && !this.isClosed) this.#tellList()
  }

  close(): void {
    this.#hub.part(this)
    this.#stream.end()
  }

  #tellList(): void {
    this.#stream.notify({ method: 'notifications/resources/list_changed' })
  }
}
