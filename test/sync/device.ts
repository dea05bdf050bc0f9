import {
  type Change,
  type Fields,
  type Item,
  type Page,
  type Result,
  type Send,
  Rejection,
} from './protocol.ts'

/** A change that a device made, and what the server said about it. */
export interface Recorded {
  change: Change
  device: Device
  /** The order in which the device made its changes. */
  seq: number
  /** The order in which changes were first sent, over all devices. Undefined before. */
  sent?: number
  /** The first result. Undefined while the outcome is unknown. */
  result?: Result
}

/** A copy and its cursor at one moment, as in a backup of the device. */
interface Saved {
  copy: Map<string, Item>
  cursor: string | undefined
  queue: Recorded[]
}

/** Faults of a push. `lost` loses the response, `cut` the request. `twice` sends it twice concurrently. */
export type PushFault = 'none' | 'lost' | 'cut' | 'twice' | 'again'

export interface PullOptions {
  limit?: number
  pages?: number
  isLost?: boolean
}

let sendings = 0

/**
 * The smallest correct device: a copy of the items its user sees, a queue of changes, and a cursor. The tests compare
 * its copy with the server.
 *
 * Its version of an item is the one that it pulled. The version in the result of a push would be wrong: it includes
 * other people's changes that the device has not seen, and the server would take its next edit for one that saw them.
 */
export class Device {
  /** The id that the server gave it. A revoked device gets another one when it registers again. */
  readonly id: string
  /** The number of its user in the history, and the user's id. */
  readonly user: number
  readonly userId: string
  readonly #send: Send
  copy = new Map<string, Item>()
  cursor: string | undefined
  queue: Recorded[] = []
  records: Recorded[] = []
  saved: Saved[] = []
  /** The last batch that was acknowledged, to send it again later. */
  #acknowledged: Recorded[] = []

  constructor(id: string, user: { number: number; id: string }, send: Send) {
    this.id = id
    this.user = user.number
    this.userId = user.id
    this.#send = send
  }

  /** Returns the fields of an item as its user sees them: the copy with the changes in the queue. */
  local(id: string): { kind: Item['kind']; version: number; fields: Fields } | undefined {
    const known = this.copy.get(id)
    let found = known && { kind: known.kind, version: known.version, fields: { ...known.fields } }
    for (const { change } of this.queue) {
      if (change.item !== id) continue
      if (change.action === 'create') found = { kind: change.kind, version: 1, fields: { ...change.fields } }
      else if (change.action === 'delete') found = undefined
      else if (found && change.action === 'update') Object.assign(found.fields, change.fields)
    }
    return found
  }

  /** Returns the ids of all items that its user can choose from, the first tasks and notes before the rest. */
  ids(): string[] {
    const created = this.queue
      .filter(({ change }) => change.action === 'create')
      .map(({ change }) => change.item)
    const ids = [...new Set([...this.copy.keys(), ...created])]
    const kindOf = new Map(ids.map((id) => [id, this.local(id)?.kind]))
    const order = (id: string) => (['task', 'note'].includes(kindOf.get(id)!) ? 0 : 1)
    return ids.filter((id) => kindOf.get(id) !== undefined).toSorted((a, b) => order(a) - order(b))
  }

  change(change: Change): Recorded {
    const recorded = { change, device: this, seq: this.records.length }
    this.records.push(recorded)
    this.queue.push(recorded)
    return recorded
  }

  /** Runs one request after the other, as a device does. */
  #alone: Promise<unknown> = Promise.resolve()
  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#alone.then(work)
    this.#alone = turn.catch(() => {})
    return turn
  }

  push(fault: PushFault = 'none', count = 1000): Promise<void> {
    return this.#inTurn(() => this.#push(fault, count))
  }

  pull(options: PullOptions = {}): Promise<void> {
    return this.#inTurn(() => this.#pull(options))
  }

  /** Sends the first changes of the queue. Keeps them until the server acknowledges them. */
  async #push(fault: PushFault, count: number): Promise<void> {
    const batch = this.queue.slice(0, count)
    if (fault === 'again' && this.#acknowledged.length > 0) await this.#sendBatch(this.#acknowledged)
    if (batch.length === 0 || fault === 'cut') return
    if (fault === 'twice') await Promise.all([this.#sendBatch(batch), this.#sendBatch(batch)])
    else if (fault === 'lost') await this.#sendBatch(batch, { isLost: true })
    else await this.#sendBatch(batch)
  }

  async #sendBatch(batch: Recorded[], { isLost = false } = {}): Promise<void> {
    for (const recorded of batch) recorded.sent ??= ++sendings
    const results = await this.#ask<{ results: Result[] }>('sync.push', {
      device: this.id,
      changes: batch.map(({ change }) => change),
    })
    if (!results || isLost) return
    for (const [index, recorded] of batch.entries()) this.#acknowledge(recorded, results.results[index]!)
    this.#acknowledged = batch.filter(({ result }) => result && result.outcome !== 'refused')
  }

  #acknowledge(recorded: Recorded, result: Result): void {
    const { change } = recorded
    if (result.id !== change.id) throw new Error(`The result of ${change.id} names ${result.id}.`)
    const { outcome, problem } = result
    // Ids of devices are unique, and no refusal is a bug of the server.
    if (problem && (problem.status >= 500 || problem.code === 'id_taken'))
      throw new Error(`${change.id}: ${JSON.stringify(problem)}`)
    // Of two concurrent requests, one gets the outcome and the other a duplicate.
    const first = recorded.result?.outcome
    if (first === undefined || (first === 'duplicate' && outcome !== 'refused') || first === 'refused')
      recorded.result = result
    this.queue = this.queue.filter((each) => each !== recorded)
    if (outcome === 'refused') return
    // The copy may already be newer than a repeated change.
    if (outcome !== 'duplicate') this.#store(change, result)
  }

  #store({ action, kind, item: id, fields = {} }: Change, result: Result): void {
    const item = this.copy.get(id)
    if (action === 'create') {
      const scope = fields.project ? `project:${String(fields.project)}` : `user:${this.userId}`
      this.copy.set(id, { kind, id, scope, version: 1, fields })
    } else if (action === 'update' && item)
      this.copy.set(id, { ...item, fields: { ...item.fields, ...fields, ...result.fields } })
    else if (action === 'delete') this.copy.delete(id)
  }

  /** Pulls one page, or all of them. A lost response changes nothing. */
  async #pull({ limit = 1000, pages = Infinity, isLost = false }: PullOptions): Promise<void> {
    for (let pulled = 0; pulled < pages; pulled++) {
      const page = await this.#ask<Page>('sync.pull', {
        device: this.id,
        limit,
        ...(this.cursor !== undefined && { cursor: this.cursor }),
      })
      if (!page || isLost) return
      // A first pull starts a new copy.
      if (this.cursor === undefined) this.copy.clear()
      for (const each of page.changes) this.#apply(each)
      this.cursor = page.nextCursor
      if (!page.hasMore) return
    }
  }

  #apply(pulled: Page['changes'][number]): void {
    if (pulled.change === 'scope_removed') {
      for (const { id, scope } of this.copy.values()) if (scope === pulled.scope) this.copy.delete(id)
    } else if (pulled.change === 'removed') this.copy.delete(pulled.id)
    else {
      const { change: _, ...item } = pulled
      if ((this.copy.get(item.id)?.version ?? 0) <= item.version) this.copy.set(item.id, item)
    }
  }

  /** Sends a request. Returns undefined if there was no response, or if the user has lost access to the organization. */
  async #ask<Response>(operation: string, input: object): Promise<Response | undefined> {
    try {
      return (await this.#send(operation, input)) as Response
    } catch (error) {
      if (!(error instanceof Rejection)) throw error
      if (error.status === 0) return undefined
      if (error.status === 410) {
        this.cursor = undefined
        return undefined
      }
      // The user is not a member any more, so the device deletes its copy.
      if (error.code === 'no_organization') {
        this.copy.clear()
        this.cursor = undefined
        return undefined
      }
      throw error
    }
  }

  /** Saves a copy of the device. */
  save(): void {
    this.saved.push({ copy: structuredClone(this.copy), cursor: this.cursor, queue: [...this.queue] })
  }

  /** Restarts from an old copy: sends acknowledged changes of that time again, and pulls from the old cursor. */
  restart(index: number): void {
    const saved = this.saved[index % Math.max(1, this.saved.length)]
    if (!saved) return
    this.copy = structuredClone(saved.copy)
    this.cursor = saved.cursor
    const refused = (each: Recorded) => each.result?.outcome === 'refused'
    this.queue = [...new Set([...saved.queue, ...this.queue])]
      .filter((each) => !refused(each))
      .toSorted((a, b) => a.seq - b.seq)
  }
}
