import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { SeededRandom } from './random.ts'

/** The credential and topic of a subscriber. */
export interface Subscription {
  /** Name in failure messages. */
  name: string
  token: string
  topic: string
}

const opening = '{"type":"event","event":{"id":"'
const idAt = opening.length
const cursorAt = idAt + 36 + '","cursor":"'.length
const quote = '"'.charCodeAt(0)
/** Text in the last writes of a test. */
export const marker = 'the last word'

/** Close codes after which a client reconnects: the server died, stops, or the client read too slowly. */
const reconnectCodes = new Set([1006, 1012, 4413])

/** A client that subscribes to a topic, and reconnects at a random node after every disconnect. */
export class Subscriber {
  readonly subscription: Subscription
  /** Cursor of the first subscription. */
  startCursor: string | undefined
  /** Ids of the received events, in order. */
  readonly events: string[] = []
  markers = 0
  /** Unexpected messages, statuses and close codes. */
  readonly unexpected: string[] = []
  connections = 0
  readonly #nodes: () => string[]
  readonly #random: SeededRandom
  readonly #known: Map<string, string>
  #cursor: string | undefined
  #socket: WebSocket | undefined
  #stopped = false
  #running: Promise<void> = Promise.resolve()

  /** `known` interns ids, so that all subscribers share one string for each. */
  constructor(
    subscription: Subscription,
    nodes: () => string[],
    random: SeededRandom,
    known: Map<string, string>,
  ) {
    this.subscription = subscription
    this.#nodes = nodes
    this.#random = random
    this.#known = known
  }

  /** Resolves after the first subscription. */
  start(): Promise<void> {
    return new Promise((resolve) => {
      this.#running = this.#run(resolve)
    })
  }

  /** Terminates the connection. Messages in transit are lost. */
  cut(): void {
    this.#socket?.terminate()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.cut()
    await this.#running
  }

  async #run(onSubscribed: () => void): Promise<void> {
    while (!this.#stopped) {
      await this.#connectOnce(onSubscribed)
      if (!this.#stopped) await pause(20 + this.#random.below(200))
    }
  }

  /** Resolves when the connection has ended. */
  #connectOnce(onSubscribed: () => void): Promise<void> {
    const { token, topic } = this.subscription
    const node = this.#random.oneOf(this.#nodes())
    const socket = new WebSocket(`${node.replace('http', 'ws')}/api/ws`, {
      headers: { Authorization: `Bearer ${token}` },
      perMessageDeflate: false,
      skipUTF8Validation: true,
    })
    this.#socket = socket
    socket.on('open', () => {
      this.connections++
      const from = this.#cursor ?? this.startCursor
      socket.send(JSON.stringify({ type: 'subscribe', topics: [topic], ...(from && { cursor: from }) }))
    })
    socket.on('message', (data: Buffer) => {
      if (this.#receive(data)) onSubscribed()
    })
    socket.on('unexpected-response', (_request, response) => {
      if (response.statusCode !== 503) this.unexpected.push(`rejected with ${response.statusCode}`)
      socket.terminate()
    })
    // Dead nodes and cut handshakes cause errors. The close event that follows is what counts.
    socket.on('error', () => {})
    return new Promise((resolve) => {
      socket.on('close', (code, reason) => {
        if (!reconnectCodes.has(code)) this.unexpected.push(`closed with ${code}: ${reason.toString()}`)
        resolve()
      })
    })
  }

  /** Handles a message. Returns true for the confirmation of the subscription. */
  #receive(data: Buffer): boolean {
    if (data.toString('latin1', 0, idAt) === opening) {
      this.#addEvent(data)
      return false
    }
    const message = JSON.parse(data.toString()) as { type: string; cursor: string }
    if (message.type === 'subscribed') {
      this.startCursor ??= message.cursor
      return true
    }
    if (!['welcome', 'presence'].includes(message.type)) this.unexpected.push(data.toString())
    return false
  }

  #addEvent(data: Buffer): void {
    const id = data.toString('latin1', idAt, idAt + 36)
    this.#cursor = data.toString('latin1', cursorAt, data.indexOf(quote, cursorAt))
    const known = this.#known.get(id)
    if (known === undefined) this.#known.set(id, id)
    this.events.push(known ?? id)
    if (data.includes(marker)) this.markers++
  }
}
