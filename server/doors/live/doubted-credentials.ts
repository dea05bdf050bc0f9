import { databaseNow } from '../../database/clock.ts'
import type { JournalRow } from '../../database/journal.ts'
import type { Queries } from '../../database/connect.ts'
import { findValidCredentials } from '../../domains/credentials/authenticate.ts'
import { closings } from './closings.ts'
import type { Hub } from './hub.ts'
import type { Listener } from './listener.ts'

const idsAtOnce = 5000
// Notices of revocations may be lost.
const checkIntervalMs = 30_000
const expiryIntervalMs = 1000

/** Whose credential has to be looked at again before they are told anything more. */
export class DoubtedCredentials {
  readonly #doubted = new Set<Listener>()
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
    this.#doubted.add(listener)
  }

  /** Looks at them with the next reading, which is now. */
  check(listeners: Iterable<Listener>): void {
    for (const listener of listeners) this.#doubted.add(listener)
    if (this.#doubted.size > 0) this.#hub.wakeReader()
  }

  delete(listener: Listener): void {
    this.#doubted.delete(listener)
  }

  /** The credentials that a row of the journal may have ended. */
  addAllOf({ subject_id, private_to }: JournalRow): void {
    for (const listener of this.#hub.listeners())
      if (isOf(listener, subject_id) || isOf(listener, private_to ?? '')) this.#doubted.add(listener)
  }

  /** Looks at them, all in one query, and closes what has ended. */
  async settle(db: Queries): Promise<void> {
    if (this.#doubted.size === 0) return
    const doubted = [...this.#doubted]
    const ids = [...new Set(doubted.map(({ credentialId }) => credentialId))]
    const standing = new Map<string, string | null>()
    for (let at = 0; at < ids.length; at += idsAtOnce)
      for (const [id, expiresAt] of await findValidCredentials(db, ids.slice(at, at + idsAtOnce)))
        standing.set(id, expiresAt)
    for (const listener of doubted) {
      this.#doubted.delete(listener)
      const expiresAt = standing.get(listener.credentialId)
      if (expiresAt === undefined) listener.close(...closings.credentialEnded)
      else listener.expiresAt = expiresAt === null ? Infinity : Date.parse(expiresAt)
    }
  }

  /** The credentials that expire now. The database decides, because a credential that is used can live on. */
  *#expired(): Generator<Listener> {
    const now = databaseNow()
    for (const listener of this.#hub.listeners()) if ((listener.expiresAt ?? Infinity) <= now) yield listener
  }
}

/** Whether they act with the credential, the person, the administrator or the agent of this id. */
export function isOf({ credentialId, standing, impersonatorId, agent }: Listener, id: string): boolean {
  return credentialId === id || standing.userId === id || impersonatorId === id || agent?.id === id
}
