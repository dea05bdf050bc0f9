import { setTimeout as pause } from 'node:timers/promises'
import type { JSONRPCMessage } from '@modelcontextprotocol/server'
import { authenticateMcpToken } from '../../../domains/auth/credentials/authenticate.ts'
import {
  type PassedMessage,
  insertMessage,
  isWaiting,
  consumeMessages,
  waitingMessages,
  withdrawMessage,
} from './message-rows.ts'
import { type App, noCookies } from '../../../operations/context.ts'
import { newId } from '../../../platform/ids.ts'
import type { Sender } from '../sender.ts'

/** A stream or session on this node. */
export interface Recipient {
  readonly credentialId: string
  /** Returns whether the message is for this node. Several nodes can have the same session. */
  accepts(message: JSONRPCMessage): boolean
  receive(message: JSONRPCMessage, sender: Sender): void
}

export interface Recipients {
  find(id: string): Recipient | undefined
  ids(): Iterable<string>
  /** Returns whether only this node can have the recipient. */
  owns(id: string): boolean
}

// Longer than a node without notices needs to poll.
const timeoutMs = 4000
const pollIntervalMs = 500

/**
 * Delivers messages to the node that has the recipient's stream. Nodes don't know each other's addresses, so a message
 * goes through the database. The bus only announces the recipient and the outcome. A message is either consumed once or
 * withdrawn, so the sender knows whether it arrived.
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
      app.bus.onMessageWaits((id) => void this.#receiveWaiting([id])),
      app.bus.onMessageSettled((id) => this.#waiting.get(id)?.()),
      app.bus.onReconnected(() => void this.#receiveWaiting([...this.#localIds()])),
    ]
  }

  /** Returns whether another node consumed the message in time. */
  async deliver(recipient: string, sender: Sender, message: JSONRPCMessage): Promise<boolean> {
    const { bus, database } = this.#app
    // There is only one node, or the recipient would be on this one.
    if (!bus.wire() || this.#owns(recipient)) return false
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

  /** Sends a message without waiting for the outcome. */
  async forward(recipient: string, sender: Sender, message: JSONRPCMessage): Promise<void> {
    const { bus, database, log } = this.#app
    if (!bus.wire()) return
    const id = newId()
    const lost = (error: Error) => log.warn({ reason: error.message }, 'an MCP message could not be relayed')
    await this.#send(id, recipient, sender, message).catch(lost)
    setTimeout(() => void withdrawMessage(database, id).catch(lost), timeoutMs).unref()
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
      id,
      recipient,
      credential_id: caller.credentialId,
      message: JSON.stringify(message),
      request: { id: facts.id, network: facts.network, userAgent: facts.userAgent },
    })
    bus.messageWaits(recipient)
  }

  /** Waits until the bus reports the outcome, polling shows that the message is consumed, or the timeout ends. */
  async #awaitSettled(id: string): Promise<void> {
    const { database, stopping } = this.#app
    const { promise: reported, resolve } = Promise.withResolvers<void>()
    this.#waiting.set(id, resolve)
    const deadline = performance.now() + timeoutMs
    while (performance.now() < deadline && !stopping.aborted) {
      const isReported = await Promise.race([
        reported.then(() => true),
        pause(pollIntervalMs, false, { ref: false }),
      ])
      if (isReported || !(await isWaiting(database, id).catch(() => true))) return
    }
  }

  async #receiveWaiting(ids: string[]): Promise<void> {
    const local = ids.filter((id) => this.#find(id) || this.#owns(id))
    if (local.length === 0) return
    try {
      for (const passed of await waitingMessages(this.#app.database, local)) await this.#receive(passed)
    } catch (error) {
      this.#app.log.warn({ reason: (error as Error).message }, 'messages from another node could not be read')
    }
  }

  async #receive({ id, recipient, credential_id, message: text, request }: PassedMessage): Promise<void> {
    const app = this.#app
    const message = JSON.parse(text) as JSONRPCMessage
    const findRecipient = () => {
      const found = this.#find(recipient)
      return found?.credentialId === credential_id && found.accepts(message) ? found : undefined
    }
    // The other node authenticated the sender. The credential may have ended since, so it is checked again.
    const caller = findRecipient() && (await authenticateMcpToken(app, credential_id).catch(() => undefined))
    if (caller && (await consumeMessages(app.database, [id])).has(id)) {
      app.bus.messageSettled(id)
      findRecipient()?.receive(message, { caller, facts: { ...request, cookies: noCookies } })
    } else if (!caller && this.#owns(recipient)) {
      // No other node can consume it, so the sender must not wait.
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

  #owns(id: string): boolean {
    return this.#recipients.some((recipients) => recipients.owns(id))
  }

  *#localIds(): Generator<string> {
    for (const recipients of this.#recipients) yield* recipients.ids()
  }
}
