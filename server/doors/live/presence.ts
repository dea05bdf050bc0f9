import {
  type LiveConnection,
  giveSign,
  presentIn,
  purgeDeadNodes,
  removeConnections,
  removeNode,
  saveConnections,
} from '../../database/presence.ts'
import { newId } from '../../platform/ids.ts'
import type { Connection } from './connection.ts'
import type { Feed } from './feed.ts'
import type { Hub } from './hub.ts'
import { PresenceMessages } from './presence-messages.ts'

const debounceMs = 250
const heartbeatIntervalMs = 10_000
const retryDelayMs = 1000

/**
 * Tracks which users and agents are connected. Each node writes its own connections to the database and reads those of
 * other nodes from there. The bus only signals a change. Changes in quick succession are written and sent together.
 */
export class Presence {
  readonly #hub: Hub
  readonly #node = newId()
  readonly #changed = new Map<string, LiveConnection>()
  readonly #removed = new Map<string, string>()
  readonly #scheduled = new Set<Feed>()
  readonly #unsubscribe: () => void
  readonly #heartbeat: NodeJS.Timeout
  #isRegistered = false
  #flushing: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(hub: Hub) {
    this.#hub = hub
    this.#unsubscribe = hub.app.bus.onPresence((organizationId) => {
      const feed = hub.feeds.get(organizationId)
      if (feed) this.publish(feed)
    })
    this.#heartbeat = setInterval(() => void this.#beat(), heartbeatIntervalMs).unref()
  }

  /** Saves a new or changed connection. Ignores impersonating administrators. */
  update(connection: Connection): void {
    if (connection.isClosed || connection.impersonatorId !== null) return
    this.#changed.set(connection.id, rowOf(connection))
    this.#scheduleFlush(debounceMs)
  }

  remove({ id, feed, impersonatorId }: Connection): void {
    if (impersonatorId !== null) return
    this.#changed.delete(id)
    this.#removed.set(id, feed.organizationId)
    this.#scheduleFlush(debounceMs)
  }

  /** Sends changed presence to the subscribers of an organization or a project, after a delay. */
  publish(feed: Feed): void {
    if (this.#isClosed || this.#scheduled.has(feed)) return
    this.#scheduled.add(feed)
    // Publishes less often with more connections.
    const delay = debounceMs + this.#hub.connections.size / 10
    setTimeout(() => {
      this.#scheduled.delete(feed)
      void this.#publishNow(feed)
    }, delay).unref()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#unsubscribe()
    clearInterval(this.#heartbeat)
    clearTimeout(this.#timer)
    await this.#flushing
    if (!this.#isRegistered) return
    const organizations = new Set(this.#removed.values())
    try {
      await removeNode(this.#hub.app.database, this.#node)
      this.#hub.app.bus.presenceChanged([...organizations])
    } catch {
      // Other nodes detect the missing heartbeat and remove this node.
    }
  }

  #scheduleFlush(milliseconds: number): void {
    if (this.#isClosed) return
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#flushing = this.#flush()
    }, milliseconds).unref()
  }

  async #flush(): Promise<void> {
    const { database, bus, log } = this.#hub.app
    const [changed, removed] = [[...this.#changed.values()], new Map(this.#removed)]
    this.#changed.clear()
    this.#removed.clear()
    try {
      if (!this.#isRegistered) await giveSign(database, this.#node)
      this.#isRegistered = true
      if (changed.length > 0) await saveConnections(database, this.#node, changed)
      if (removed.size > 0) await removeConnections(database, [...removed.keys()])
      bus.presenceChanged([
        ...new Set([...changed.map(({ organization_id }) => organization_id), ...removed.values()]),
      ])
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'presence could not be saved and is retried')
      this.#isRegistered = false
      for (const [id, organization] of removed) this.#removed.set(id, organization)
      this.#updateAll()
      this.#scheduleFlush(retryDelayMs)
    }
  }

  /** Saves the current state of all connections. */
  #updateAll(): void {
    for (const connection of this.#hub.connections) this.update(connection)
  }

  async #beat(): Promise<void> {
    const { database, bus, log } = this.#hub.app
    if (!this.#isRegistered) return
    try {
      // Other nodes had removed this node as dead, so its connections are saved again.
      if (!(await giveSign(database, this.#node))) this.#updateAll()
      const organizations = await purgeDeadNodes(database)
      if (organizations.length > 0) bus.presenceChanged(organizations)
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'presence heartbeat failed')
    }
  }

  async #publishNow(feed: Feed): Promise<void> {
    const { database, log } = this.#hub.app
    try {
      const messages = new PresenceMessages(await presentIn(database, feed.organizationId))
      for (const connection of feed.connections()) messages.sendTo(connection)
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'presence could not be sent')
    }
  }
}

function rowOf({ id, feed, standing, agent, status, location }: Connection): LiveConnection {
  return {
    id,
    organization_id: feed.organizationId,
    user_id: standing.userId,
    agent_id: agent?.id ?? null,
    status,
    project_id: location?.projectId ?? null,
    item: location?.item ?? null,
  }
}
