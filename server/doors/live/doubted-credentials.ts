import type { JournalRow } from '../../database/journal.ts'
import type { Queries } from '../../database/connect.ts'
import { stillStanding } from '../../domains/credentials/authenticate.ts'
import { closings } from './closings.ts'
import type { Listener } from './listener.ts'

const idsAtOnce = 5000

/** Whose credential has to be looked at again before they are told anything more. */
export class DoubtedCredentials {
  readonly #doubted = new Set<Listener>()

  get size(): number {
    return this.#doubted.size
  }

  add(listener: Listener): void {
    this.#doubted.add(listener)
  }

  delete(listener: Listener): void {
    this.#doubted.delete(listener)
  }

  /** The credentials that a row of the journal may have ended. */
  addAllOf(listeners: Iterable<Listener>, { subject_id, private_to }: JournalRow): void {
    for (const listener of listeners)
      if (isOf(listener, subject_id) || isOf(listener, private_to ?? '')) this.#doubted.add(listener)
  }

  /** Looks at them, all in one query, and closes what has ended. */
  async settle(db: Queries): Promise<void> {
    if (this.#doubted.size === 0) return
    const doubted = [...this.#doubted]
    const ids = [...new Set(doubted.map(({ credentialId }) => credentialId))]
    const standing = new Set<string>()
    for (let at = 0; at < ids.length; at += idsAtOnce)
      for (const id of await stillStanding(db, ids.slice(at, at + idsAtOnce))) standing.add(id)
    for (const listener of doubted) {
      this.#doubted.delete(listener)
      if (!standing.has(listener.credentialId)) listener.close(...closings.credentialEnded)
    }
  }
}

/** Whether they act with the credential, the person, the administrator or the agent of this id. */
export function isOf({ credentialId, standing, impersonatorId, agent }: Listener, id: string): boolean {
  return credentialId === id || standing.userId === id || impersonatorId === id || agent?.id === id
}
