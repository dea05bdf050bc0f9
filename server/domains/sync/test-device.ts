import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Person } from '../../../test/harness.ts'
import type { OutputOf } from '../../assembly/client.ts'
import type { SyncItem } from './item.ts'

type PulledPage = OutputOf<'sync.pull'>

/** A device that applies what it pulls, as a client does. */
export class TestDevice {
  readonly items = new Map<string, SyncItem>()
  readonly #person: Person
  cursor: string | undefined
  id = ''

  constructor(person: Person) {
    this.#person = person
  }

  static async register(person: Person): Promise<TestDevice> {
    const device = new TestDevice(person)
    const machine = randomUUID()
    device.id = (await person.call('devices.register', { machine, name: 'Laptop' })).id
    return device
  }

  /** Pulls one page, or again with the cursor of an earlier page. */
  async pullPage(limit: number, cursor = this.cursor): Promise<PulledPage> {
    const page = await this.#person.call('sync.pull', { device: this.id, limit, ...(cursor && { cursor }) })
    const ids = page.changes.flatMap((change) => ('id' in change ? change.id : []))
    assert.equal(new Set(ids).size, ids.length, 'a page has each item at most once')
    for (const change of page.changes) this.#apply(change)
    this.cursor = page.nextCursor
    return page
  }

  /** Pulls until the copy is complete. Returns all changes. */
  async pull(limit = 3): Promise<PulledPage['changes']> {
    const changes: PulledPage['changes'] = []
    for (let hasMore = true; hasMore;) {
      const page = await this.pullPage(limit)
      changes.push(...page.changes)
      hasMore = page.hasMore
    }
    return changes
  }

  #apply(change: PulledPage['changes'][number]): void {
    if (change.change === 'put') {
      const { change: _, ...item } = change
      if (item.version >= (this.items.get(item.id)?.version ?? 0)) this.items.set(item.id, item)
    } else if (change.change === 'removed') this.items.delete(change.id)
    else for (const { id, scope } of this.items.values()) if (scope === change.scope) this.items.delete(id)
  }

  has(...ids: string[]): boolean[] {
    return ids.map((id) => this.items.has(id))
  }

  /** Pulls, and checks that the copy has exactly the items that the person can see now. */
  async expectComplete(limit?: number): Promise<PulledPage['changes']> {
    const changes = await this.pull(limit)
    const { items } = await exported(this.#person)
    assert.deepEqual(
      [...this.items.values()].toSorted(byId).map(withoutScope),
      items.toSorted(byId).map(withoutScope),
    )
    return changes
  }
}

/** The scope of an item that is visible through two scopes can differ: the device has the one of the last pull. */
function withoutScope({ scope: _, ...item }: SyncItem): Omit<SyncItem, 'scope'> {
  return item
}

function byId(left: SyncItem, right: SyncItem): number {
  return left.id < right.id ? -1 : 1
}

export interface Exported {
  format: string
  version: number
  organization: { id: string; slug: string; name: string }
  items: SyncItem[]
}

/** Returns the export of a person. */
export async function exported(person: Person): Promise<Exported> {
  const { bytes } = await person.call('sync.export', {})
  return JSON.parse(new TextDecoder().decode(bytes as unknown as Uint8Array)) as Exported
}
