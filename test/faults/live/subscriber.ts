import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { SeededRandom } from './random.ts'

/** Somebody who follows a topic and comes back after every cut, at whatever node answers. */
export interface Subscription {
  /** Who it is, for the message of a failure. */
  name: string
  token: string
  topic: string
}

const opening = '{"type":"event","event":{"id":"'
const idAt = opening.length
const cursorAt = idAt + 36 + '","cursor":"'.length
const quote = '"'.charCodeAt(0)
/** What the last writes of a test hold in their text. */
export const marker = 'the last word'

/** The closings that a client is to come back after. The server died, it stops, or we were too slow. */
const reconnectCodes = new Set([1006, 1012, 4413])

export class Subscriber {
  readonly subscription: Subscription
  /** Where it began to follow. */
  startCursor: string | undefined
  /** The ids of the events that it got, in that order. */
  readonly events: string[] = []
  markers = 0
  /** What should not have happened to it. */
  readonly unexpected: string[] = []
  connections = 0
  readonly #nodes: () => string[]
  readonly #chances: SeededRandom
  readonly #known: Map<string, string>
  #cursor: string | undefined
  #socket: WebSocket | undefined
  #stopped = false
  #running: Promise<void> = Promise.resolve()

  /** `known` holds each id once for all subscribers. */
  constructor(
    subscription: Subscription,
    nodes: () => string[],
    chances: SeededRandom,
    known: Map<string, string>,
  ) {
    this.subscription = subscription
    this.#nodes = nodes
    this.#chances = chances
    this.#known = known
  }

  /** Resolves when it follows for the first time. */
  start(): Promise<void> {
    return new Promise((resolve) => {
      this.#running = this.#run(resolve)
    })
  }

  /** Cuts its connection; what is still on the way to it is lost. */
  cut(): void {
    this.#socket?.terminate()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.cut()
    await this.#running
  }

  async #run(began: () => void): Promise<void> {
    while (!this.#stopped) {
      await this.#connectOnce(began)
      if (!this.#stopped) await pause(20 + this.#chances.below(200))
    }
  }

  /** Resolves when the connection has ended, for whatever reason. */
  #connectOnce(began: () => void): Promise<void> {
    const { token, topic } = this.subscription
    const node = this.#chances.oneOf(this.#nodes())
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
      if (this.#take(data)) began()
    })
    socket.on('unexpected-response', (_request, response) => {
      if (response.statusCode !== 503) this.unexpected.push(`refused with ${response.statusCode}`)
      socket.terminate()
    })
    // Nobody answers at a node that is dead, or the handshake is cut: its end is what counts.
    socket.on('error', () => {})
    return new Promise((resolve) => {
      socket.on('close', (code, reason) => {
        if (!reconnectCodes.has(code)) this.unexpected.push(`closed with ${code}: ${reason.toString()}`)
        resolve()
      })
    })
  }

  /** True for the answer that it follows now. */
  #take(data: Buffer): boolean {
    if (data.toString('latin1', 0, idAt) === opening) {
      this.#takeEvent(data)
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

  #takeEvent(data: Buffer): void {
    const id = data.toString('latin1', idAt, idAt + 36)
    this.#cursor = data.toString('latin1', cursorAt, data.indexOf(quote, cursorAt))
    const known = this.#known.get(id)
    if (known === undefined) this.#known.set(id, id)
    this.events.push(known ?? id)
    if (data.includes(marker)) this.markers++
  }
}
