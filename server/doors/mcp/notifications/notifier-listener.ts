import { concernOf } from '../../../assembly/concerns.ts'
import { eventFromRow } from '../../../operations/event.ts'
import { visibleJson } from '../../../platform/visible-text.ts'
import type { Named } from '../../../database/actor.ts'
import type { Entry, Feed } from '../../live/feed.ts'
import type { Admission, Hub } from '../../live/hub.ts'
import type { Listener } from '../../live/listener.ts'
import type { AccessSnapshot } from '../../live/access-snapshot.ts'
import { changesResource, changesResourceList } from './changed-resources.ts'
import type { NotifiedClient } from './notifier.ts'

/** An MCP client as a listener of the hub. Converts visible journal rows to protocol notifications. */
export class McpListener implements Listener {
  readonly feed: Feed
  readonly standing: AccessSnapshot
  isClosed = false
  expiresAt?: number
  readonly #hub: Hub
  readonly #client: NotifiedClient
  #seenChanges: number

  constructor(hub: Hub, { feed, standing }: Admission, client: NotifiedClient) {
    this.#hub = hub
    this.feed = feed
    this.standing = standing
    this.#client = client
    this.#seenChanges = standing.changes
  }

  get credentialId(): string {
    return this.#client.caller.credentialId
  }

  get impersonatorId(): string | null {
    return this.#client.caller.impersonator?.id ?? null
  }

  get agent(): Named | null {
    return this.#client.caller.agent
  }

  /** Sends the notifications for a batch of rows, at most one update per URI. */
  take(seen: Entry[]): number {
    const { interests, caller } = this.#client
    const { epoch } = this.#hub.app
    const updated = new Set<string>()
    let sent = 0
    let listChanged = false
    for (const { row } of seen) {
      const concern = concernOf(row, caller)
      const level = concern ? 'notice' : 'info'
      if (interests.wants(level)) {
        const meta = concern && { _meta: { 'baton/concern': concern } }
        const params = { level, logger: 'baton', data: visibleJson(eventFromRow(epoch, row)), ...meta }
        this.#client.notify({ method: 'notifications/message', params })
        sent++
      }
      for (const [uri, followed] of interests.followed)
        if (changesResource(row, followed, concern)) updated.add(uri)
      listChanged ||= interests.lists && changesResourceList(row)
    }
    for (const uri of updated)
      this.#client.notify({ method: 'notifications/resources/updated', params: { uri } })
    if (listChanged) this.#sendListChanged()
    return sent + updated.size + Number(listChanged)
  }

  rightsChanged(): void {
    if (this.#seenChanges === this.standing.changes) return
    this.#seenChanges = this.standing.changes
    if (this.#client.interests.lists && !this.isClosed) this.#sendListChanged()
  }

  toolsChanged(): void {
    if (this.#client.interests.tools) this.#client.notify({ method: 'notifications/tools/list_changed' })
  }

  close(): void {
    this.#hub.part(this)
    this.#client.end()
  }

  #sendListChanged(): void {
    this.#client.notify({ method: 'notifications/resources/list_changed' })
  }
}
