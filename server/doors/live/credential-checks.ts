import { databaseNow } from '../../database/clock.ts'
import type { JournalRow } from '../../database/journal.ts'
import type { Queries } from '../../database/connect.ts'
import { findValidCredentials } from '../../domains/auth/credentials/authenticate.ts'
import { closings } from './frames.ts'
import type { Hub } from './hub.ts'
import type { Listener } from './listener.ts'

const batchSize = 5000
// The bus can lose a revocation message, so all credentials are checked regularly.
const checkIntervalMs = 30_000
const expiryIntervalMs = 1000

/** Listeners whose credential must be checked before they receive anything more. */
export class CredentialChecks {
  readonly #pending = new Set<Listener>()
  readonly #hub: Hub
  readonly #timers: NodeJS.Timeout[]

  constructor(hub: Hub) {
    this.#hub = hub
    this.#timers = [
      setInterval(() => this.check(hub.listeners()), checkIntervalMs).unref(),
      setInterval(() => this.check(this.#expired()), expiryIntervalMs).unref(),
    ]
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer)
  }

  add(listener: Listener): void {
    this.#pending.add(listener)
  }

  /** Adds listeners and wakes the reader, which runs the checks. */
  check(listeners: Iterable<Listener>): void {
    for (const listener of listeners) this.#pending.add(listener)
    if (this.#pending.size > 0) this.#hub.wakeReader()
  }

  delete(listener: Listener): void {
    this.#pending.delete(listener)
  }

  /** Adds all listeners whose credential a journal row may have ended. */
  addAffectedBy({ subject_id, private_to }: JournalRow): void {
    for (const listener of this.#hub.listeners())
      if (actsAs(listener, subject_id) || actsAs(listener, private_to ?? '')) this.#pending.add(listener)
  }

  /** Checks all pending credentials and closes listeners whose credential has ended. */
  async run(db: Queries): Promise<void> {
    if (this.#pending.size === 0) return
    const listeners = [...this.#pending]
    const ids = [...new Set(listeners.map(({ credentialId }) => credentialId))]
    const validCredentials = new Map<string, string | null>()
    for (let at = 0; at < ids.length; at += batchSize)
      for (const [id, expiresAt] of await findValidCredentials(db, ids.slice(at, at + batchSize)))
        validCredentials.set(id, expiresAt)
    for (const listener of listeners) {
      this.#pending.delete(listener)
      const expiresAt = validCredentials.get(listener.credentialId)
      if (expiresAt === undefined) listener.close(...closings.credentialEnded)
      else listener.expiresAt = expiresAt === null ? Infinity : Date.parse(expiresAt)
    }
  }

  /** Yields listeners whose credential may have expired. The database decides, because use can extend a credential. */
  *#expired(): Generator<Listener> {
    const now = databaseNow()
    for (const listener of this.#hub.listeners()) if ((listener.expiresAt ?? Infinity) <= now) yield listener
  }
}

/** Returns whether the id is the credential, user, impersonating administrator or agent of a listener. */
export function actsAs({ credentialId, standing, impersonatorId, agent }: Listener, id: string): boolean {
  return credentialId === id || standing.userId === id || impersonatorId === id || agent?.id === id
}
