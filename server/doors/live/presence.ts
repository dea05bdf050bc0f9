import {
  type LiveConnection,
  giveSign,
  presentIn,
  purgeDeadNodes,
  removeConnections,
  removeNode,
  saveConnections,
} from '../../domains/live/presence.ts'
import { newId } from '../../platform/ids.ts'
import type { Connection } from './connection.ts'
import type { Feed } from './feed.ts'
import type { Hub } from './hub.ts'
import { PresenceMessages } from './presence-messages.ts'

const gather = 250
const signEvery = 10_000
const tryAgain = 1000

/**
 * Who is there. Each node writes its own connections into the database, and reads from there who is at the others; the
 * bus only says that something changed. What happens in quick succession is written, and told, together.
 */
export class Presence {
  readonly #hub: Hub
  readonly #node = newId()
  readonly #changed = new Map<string, LiveConnection>()
  readonly #gone = new Map<string, string>()
  readonly #shown = new Set<Feed>()
  readonly #forget: () => void
  readonly #signs: NodeJS.Timeout
  #known = false
  #flushing: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(hub: Hub) {
    this.#hub = hub
    this.#forget = hub.app.bus.onPresence((organizationId) => {
      const feed = hub.feeds.get(organizationId)
      if (feed) this.show(feed)
    })
    this.#signs = setInterval(() => void this.#giveSign(), signEvery).unref()
  }

  /** Somebody came, or says something new about themselves. What an administrator does in their name does not show. */
  note(connection: Connection): void {
    if (connection.isClosed || connection.impersonatorId !== null) return
    this.#changed.set(connection.id, rowOf(connection))
    this.#soon(gather)
  }

  remove({ id, feed, impersonatorId }: Connection): void {
    if (impersonatorId !== null) return
    this.#changed.delete(id)
    this.#gone.set(id, feed.organizationId)
    this.#soon(gather)
  }

  /** Tells who follows an organization or a project who is there, as far as they do not know it yet. */
  show(feed: Feed): void {
    if (this.#closed || this.#shown.has(feed)) return
    this.#shown.add(feed)
    // The more there are to be told, the less often.
    const delay = gather + this.#hub.connections.size / 10
    setTimeout(() => {
      this.#shown.delete(feed)
      void this.#tell(feed)
    }, delay).unref()
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#forget()
    clearInterval(this.#signs)
    clearTimeout(this.#timer)
    await this.#flushing
    if (!this.#known) return
    const organizations = new Set(this.#gone.values())
    try {
      await removeNode(this.#hub.app.database, this.#node)
      this.#hub.app.bus.presenceChanged([...organizations])
    } catch {
      // The others find out by themselves that this node has gone.
    }
  }

  #soon(milliseconds: number): void {
    if (this.#closed) return
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#flushing = this.#flush()
    }, milliseconds).unref()
  }

  async #flush(): Promise<void> {
    const { database, bus, log } = this.#hub.app
    const [changed, gone] = [[...this.#changed.values()], new Map(this.#gone)]
    this.#changed.clear()
    this.#gone.clear()
    try {
      if (!this.#known) await giveSign(database, this.#node)
      this.#known = true
      if (changed.length > 0) await saveConnections(database, this.#node, changed)
      if (gone.size > 0) await removeConnections(database, [...gone.keys()])
      bus.presenceChanged([
        ...new Set([...changed.map(({ organization_id }) => organization_id), ...gone.values()]),
      ])
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'who is there could not be written, and is tried again')
      this.#known = false
      for (const [id, organization] of gone) this.#gone.set(id, organization)
      this.#noteAll()
      this.#soon(tryAgain)
    }
  }

  /** What is written now is what is true by now. */
  #noteAll(): void {
    for (const connection of this.#hub.connections) this.note(connection)
  }

  async #giveSign(): Promise<void> {
    const { database, bus, log } = this.#hub.app
    if (!this.#known) return
    try {
      // Others took it for dead, and removed what it had: it is written again.
      if (!(await giveSign(database, this.#node))) this.#noteAll()
      const organizations = await purgeDeadNodes(database)
      if (organizations.length > 0) bus.presenceChanged(organizations)
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'a sign of life of this node was lost')
    }
  }

  async #tell(feed: Feed): Promise<void> {
    const { database, log } = this.#hub.app
    try {
      const messages = new PresenceMessages(await presentIn(database, feed.organizationId))
      for (const connection of feed.connections()) messages.sendTo(connection)
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'who is there could not be told')
    }
  }
}

function rowOf({ id, feed, standing, agent, status, place }: Connection): LiveConnection {
  return {
    ...{ id, organization_id: feed.organizationId, user_id: standing.userId, agent_id: agent?.id ?? null },
    ...{ status, project_id: place?.projectId ?? null, item: place?.item ?? null },
  }
}
