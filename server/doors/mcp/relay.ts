import { setTimeout as pause } from 'node:timers/promises'
import type { JSONRPCMessage } from '@modelcontextprotocol/server'
import { authenticateMcpToken } from '../../domains/credentials/authenticate.ts'
import {
  type PassedMessage,
  insertMessage,
  isTaken,
  takeMessages,
  waitingMessages,
  withdrawMessage,
} from '../../domains/mcp/message-rows.ts'
import { type App, noCookies } from '../../operations/context.ts'
import { newId } from '../../platform/ids.ts'
import type { Sender } from './sender.ts'

/** A stream or session that this node holds. */
export interface Recipient {
  readonly credentialId: string
  /** Whether the message is for this node: a session may be held by several. */
  takes(message: JSONRPCMessage): boolean
  receive(message: JSONRPCMessage, sender: Sender): void
}

export interface Recipients {
  find(id: string): Recipient | undefined
  ids(): Iterable<string>
}

// Longer than a node needs that has to look by itself because it hears no notices.
const patience = 4000
const lookAgain = 500

/**
 * Carries messages to the node that holds the stream they are for. Nodes do not know each other's addresses, so a message
 * goes through the database; the bus only says for whom there is one, and whether it was taken. It is taken once or
 * withdrawn, and never both: whoever sent it knows whether it has arrived.
 */
export class Relay {
  readonly #app: App
  readonly #recipients: Recipients[]
  readonly #stopListening: (() => void)[]
  readonly #waiting = new Map<string, () => void>()

  constructor(app: App, recipients: Recipients[]) {
    this.#app = app
    this.#recipients = recipients
    this.#stopListening = [
      app.bus.onMessageWaits((id) => void this.#take([id])),
      app.bus.onMessageTaken((id) => this.#waiting.get(id)?.()),
      app.bus.onReconnected(() => void this.#take([...this.#held()])),
    ]
  }

  /** Answers whether another node took the message: false where none did in time. */
  async pass(recipient: string, { caller, facts }: Sender, message: JSONRPCMessage): Promise<boolean> {
    const { bus, database } = this.#app
    // There is but one node.
    if (!bus.wire()) return false
    const id = newId()
    const taken = this.#awaitTaken(id)
    try {
      await insertMessage(database, {
        ...{ id, recipient, credential_id: caller.credentialId, message: JSON.stringify(message) },
        request: { id: facts.id, network: facts.network, userAgent: facts.userAgent },
      })
      bus.messageWaits(recipient)
      await taken
    } finally {
      this.#waiting.delete(id)
    }
    return withdrawMessage(database, id)
  }

  close(): void {
    for (const stop of this.#stopListening) stop()
  }

  /** Until somebody says that it was taken, or it is found to be, or it has been long enough. */
  async #awaitTaken(id: string): Promise<void> {
    const { database, stopping } = this.#app
    const { promise: told, resolve } = Promise.withResolvers<void>()
    this.#waiting.set(id, resolve)
    const until = performance.now() + patience
    while (performance.now() < until && !stopping.aborted) {
      const heard = await Promise.race([told.then(() => true), pause(lookAgain, false, { ref: false })])
      if (heard || (await isTaken(database, id).catch(() => false))) return
    }
  }

  async #take(ids: string[]): Promise<void> {
    const held = ids.filter((id) => this.#find(id))
    if (held.length === 0) return
    try {
      for (const passed of await waitingMessages(this.#app.database, held)) await this.#receive(passed)
    } catch (error) {
      this.#app.log.warn({ reason: (error as Error).message }, 'messages of another node could not be read')
    }
  }

  async #receive({ id, recipient, credential_id, message: text, request }: PassedMessage): Promise<void> {
    const app = this.#app
    const message = JSON.parse(text) as JSONRPCMessage
    const mayTake = () => {
      const found = this.#find(recipient)
      return found?.credentialId === credential_id && found.takes(message) ? found : undefined
    }
    if (!mayTake()) return
    // The credential was asked for at the door of the other node. By now it may have ended, so it is asked for again.
    const caller = await authenticateMcpToken(app, credential_id).catch(() => undefined)
    if (!caller || !(await takeMessages(app.database, [id])).has(id)) return
    app.bus.messagesTaken([id])
    mayTake()?.receive(message, { caller, facts: { ...request, cookies: noCookies } })
  }

  #find(id: string): Recipient | undefined {
    for (const recipients of this.#recipients) {
      const found = recipients.find(id)
      if (found) return found
    }
    return undefined
  }

  *#held(): Generator<string> {
    for (const recipients of this.#recipients) yield* recipients.ids()
  }
}
