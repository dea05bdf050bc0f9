import { appendJournal, type Entry } from '../database/journal.ts'
import type { Queries } from '../database/connect.ts'
import { actorOf, type Caller } from './caller.ts'
import type { App, Context, RequestFacts } from './context.ts'

/** What a write records until its transaction commits: journal entries, changed organizations and callbacks. */
export class Recording {
  entries: Entry[] = []
  #organizations: string[] = []
  #callbacks: (() => void)[] = []

  /** Starts again. A retried transaction may find that another request has done the work. */
  reset(): void {
    this.entries = []
    this.#organizations = []
    this.#callbacks = []
  }

  /** The part of the context with which an operation records. */
  readonly context: Pick<Context, 'record' | 'recorded' | 'afterCommit'> = {
    record: (entry) => void this.entries.push(entry),
    recorded: (organizationId) => void this.#organizations.push(organizationId),
    afterCommit: (callback) => void this.#callbacks.push(callback),
  }

  writeJournal(db: Queries, caller: Caller, { id }: RequestFacts): Promise<void> {
    return appendJournal(db, actorOf(caller), id, this.entries)
  }

  runCallbacks(): void {
    for (const callback of this.#callbacks) callback()
  }

  notifySubscribers({ bus }: App): void {
    bus.journalGrew([...this.#organizations, ...this.entries.map(({ organizationId }) => organizationId)])
  }
}
