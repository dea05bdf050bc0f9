import { setTimeout as pause } from 'node:timers/promises'
import type { JSONRPCMessage } from '@modelcontextprotocol/server'
import { authenticateMcpToken } from '../../../domains/credentials/authenticate.ts'
import {
  type PassedMessage,
  insertMessage,
  isWaiting,
  consumeMessages,
  waitingMessages,
  withdrawMessage,
} from '../../../domains/mcp/message-rows.ts'
import { type App, noCookies } from '../../../operations/context.ts'
import { newId } from '../../../platform/ids.ts'
import type { Sender } from '../sender.ts'

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
  /** Whether whoever has this id is here, if there is anybody. */
  isHomeOf(id: string): boolean
}

// Longer than a node needs that has to look by itself because it hears no notices.
const patience = 4000
const lookAgain = 500

/**
 * Carries messages to the node that holds the stream they are for. Nodes do not know each other's addresses, so a message
 * goes through the database; the bus only says for whom there is one, and that its fate is known. It is taken once or
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
      app.bus.onMessageSettled((id) => this.#waiting.get(id)?.()),
      app.bus.onReconnected(() => void this.#take([...this.#held()])),
    ]
  }

  /** Answers whether another node took the message: false where none did in time, or it is known that none will. */
  async pass(recipient: string, sender: Sender, message: JSONRPCMessage): Promise<boolean> {
    const { bus, database } = this.#app
    // There is but one node, or it would have to be this one.
    if (!bus.wire() || this.#isHomeOf(recipient)) return false
    const id = newId()
    const settled = this.#awaitSettled(id)
    try {
      await this.#send(id, recipient, sender, message)
      await settled
    } finally {
      this.#waiting.delete(id)
    }
    return withdrawMessage(database, id)
  }

  /** The same where nobody waits to hear whether it was taken. */
  async passOn(recipient: string, sender: Sender, message: JSONRPCMessage): Promise<void> {
    const { bus, database, log } = this.#app
    if (!bus.wire()) return
    const id = newId()
    const lost = (error: Error) => log.warn({ reason: error.message }, 'a message was not passed on')
    await this.#send(id, recipient, sender, message).catch(lost)
    setTimeout(() => void withdrawMessage(database, id).catch(lost), patience).unref()
  }

  close(): void {
    for (const stop of this.#stopListening) stop()
  }

  async #send(
    id: string,
    recipient: string,
    { caller, facts }: Sender,
    message: JSONRPCMessage,
  ): Promise<void> {
    const { bus, database } = this.#app
    await insertMessage(database, {
      ...{ id, recipient, credential_id: caller.credentialId, message: JSON.stringify(message) },
      request: { id: facts.id, network: facts.network, userAgent: facts.userAgent },
    })
    bus.messageWaits(recipient)
  }

  /** Until somebody says what became of it, or it is found to be no longer waiting, or it has been long enough. */
  async #awaitSettled(id: string): Promise<void> {
    const { database, stopping } = this.#app
    const { promise: told, resolve } = Promise.withResolvers<void>()
    this.#waiting.set(id, resolve)
    const until = performance.now() + patience
    while (performance.now() < until && !stopping.aborted) {
      const heard = await Promise.race([told.then(() => true), pause(lookAgain, false, { ref: false })])
      if (heard || !(await isWaiting(database, id).catch(() => true))) return
    }
  }

  async #take(ids: string[]): Promise<void> {
    const held = ids.filter((id) => this.#find(id) || this.#isHomeOf(id))
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
    // The credential was asked for at the door of the other node. By now it may have ended, so it is asked for again.
    const caller = mayTake() && (await authenticateMcpToken(app, credential_id).catch(() => undefined))
    if (caller && (await consumeMessages(app.database, [id])).has(id)) {
      app.bus.messageSettled(id)
      mayTake()?.receive(message, { caller, facts: { ...request, cookies: noCookies } })
    } else if (!caller && this.#isHomeOf(recipient)) {
      // Nobody else will take it: whoever sent it need not wait.
      await withdrawMessage(app.database, id)
      app.bus.messageSettled(id)
    }
  }

  #find(id: string): Recipient | undefined {
    for (const recipients of this.#recipients) {
      const found = recipients.find(id)
      if (found) return found
    }
    return undefined
  }

  #isHomeOf(id: string): boolean {
    return this.#recipients.some((recipients) => recipients.isHomeOf(id))
  }

  *#held(): Generator<string> {
    for (const recipients of this.#recipients) yield* recipients.ids()
  }
}
