import { z } from 'zod'
import { SyncItem, sizeOfItem, syncKindName } from './item.ts'
import type { SyncKindName } from '../../operations/sync-kind.ts'

/** A change that a device applies to its copy. */
export const SyncChange = z
  .discriminatedUnion('change', [
    SyncItem.extend({ change: z.literal('put') }),
    z.object({ change: z.literal('removed'), kind: syncKindName, id: z.uuid() }),
    z.object({ change: z.literal('scope_removed'), scope: z.string() }),
  ])
  .meta({ id: 'PulledChange' })
export type SyncChange = z.output<typeof SyncChange>

const maxBytes = 2_000_000
/** The items to read before their size is known. A note can have hundreds of kilobytes. */
const firstBatch = 100

/** The changes of a response, limited in number and size. */
export class Page {
  readonly changes: SyncChange[] = []
  readonly #ids = new Set<string>()
  readonly #limit: number
  #bytes = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  get isFull(): boolean {
    return this.#bytes >= maxBytes || this.#ids.size >= this.#limit
  }

  /** The items that still fit, as far as the size of the others tells. */
  get batchSize(): number {
    const { size } = this.#ids
    const fitting = size === 0 ? firstBatch : Math.ceil((maxBytes - this.#bytes) / (this.#bytes / size))
    return Math.max(1, Math.min(fitting, this.remaining))
  }

  get remaining(): number {
    return this.#limit - this.#ids.size
  }

  has(id: string): boolean {
    return this.#ids.has(id)
  }

  put(item: SyncItem): void {
    this.#add(item.id, { change: 'put', ...item }, sizeOfItem(item))
  }

  remove(kind: SyncKindName, id: string): void {
    this.#add(id, { change: 'removed', kind, id }, 100)
  }

  /** Scopes don't count: the first page has all that were lost. */
  removeScope(scope: string): void {
    this.changes.push({ change: 'scope_removed', scope })
  }

  #add(id: string, change: SyncChange, bytes: number): void {
    this.#ids.add(id)
    this.changes.push(change)
    this.#bytes += bytes
  }
}
