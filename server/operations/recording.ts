import type { Actor } from '../database/actor.ts'
import { appendJournal, type Entry } from '../database/journal.ts'
import type { Queries } from '../database/connect.ts'
import type { App, Context } from './context.ts'

/** What a write records until its transaction commits: journal entries, changed organizations, last reads, callbacks. */
export class Recording {
  entries: Entry[] = []
  #organizations: string[] = []
  #callbacks: (() => void)[] = []
  #reads: ((db: Queries) => Promise<void>)[] = []

  /** Starts again. A retried transaction may find that another request has done the work. */
  reset(): void {
    this.entries = []
    this.#organizations = []
    this.#callbacks = []
    this.#reads = []
  }

  /** The part of the context with which an operation records. */
  readonly context: Pick<Context, 'record' | 'recorded' | 'afterCommit' | 'readLast'> = {
    record: (entry) => void this.entries.push(entry),
    recorded: (organizationId) => void this.#organizations.push(organizationId),
    afterCommit: (callback) => void this.#callbacks.push(callback),
    readLast: (read) => void this.#reads.push(read),
  }

  /** Runs the statements that are sent with the commit: those of the journal, and reads that complete the output. */
  async finish(db: Queries, actor: Actor, requestId: string | null): Promise<void> {
    await Promise.all([appendJournal(db, actor, requestId, this.entries), this.runReads(db)])
  }

  /** Runs the last reads early, if the output must be complete before the commit. */
  async runReads(db: Queries): Promise<void> {
    await Promise.all(this.#reads.splice(0).map((read) => read(db)))
  }

  runCallbacks(): void {
    for (const callback of this.#callbacks) callback()
  }

  notifySubscribers({ bus }: App): void {
    bus.journalGrew([...this.#organizations, ...this.entries.map(({ organizationId }) => organizationId)])
  }
}
