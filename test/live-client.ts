import { WebSocket } from 'ws'
import type { OutputOf } from '../server/assembly/client.ts'

export type LiveEvent = OutputOf<'activity.listEvents'>['items'][number]

/** A message from the hub. */
export interface ReceivedMessage {
  type: string
  topics: string[]
  topic: string
  cursor: string
  code: string
  reason: string
  message: string
  connection: string
  heartbeat: number
  user: { id: string; name: string }
  organization: { id: string; slug: string }
  event: LiveEvent
  total: number
  people: { user: { id: string; name: string }; status: string; place: object | null }[]
  agents: { id: string; name: string; onBehalfOf: { id: string }; status: string }[]
}

/** A real client of the live hub. It buffers messages until a test reads them. */
export class LiveClient {
  readonly ws: WebSocket
  readonly messages: ReceivedMessage[] = []
  closed: { code: number; reason: string } | undefined
  #changed = () => {}

  constructor(url: string, options: { headers?: Record<string, string>; origin?: string } = {}) {
    this.ws = new WebSocket(url, options)
    this.ws.on('message', (data: Buffer) => {
      this.messages.push(JSON.parse(data.toString()) as ReceivedMessage)
      this.#changed()
    })
    this.ws.on('close', (code, reason) => {
      this.closed = { code, reason: reason.toString() }
      this.#changed()
    })
    this.ws.on('error', () => {})
  }

  /** Connects with a token and waits for the welcome. */
  static async open(
    server: { url: string },
    token: string,
    query: Record<string, string> = {},
  ): Promise<LiveClient> {
    const client = new LiveClient(addressOf(server, { token, ...query }))
    await client.next('welcome')
    return client
  }

  send(message: object): void {
    this.ws.send(JSON.stringify(message))
  }

  /** Subscribes to topics and returns the hub's reply. */
  async follow(topics: string | string[], cursor?: string): Promise<ReceivedMessage> {
    this.send({ type: 'subscribe', topics: [topics].flat(), ...(cursor !== undefined && { cursor }) })
    return this.next('subscribed')
  }

  /** Waits for the next message of a type and removes it from the buffer. Earlier messages stay. */
  async next(
    type: string,
    fits: (message: ReceivedMessage) => boolean = () => true,
  ): Promise<ReceivedMessage> {
    const found = await this.until(
      () => this.messages.findIndex((message) => message.type === type && fits(message)) + 1,
    )
    return this.messages.splice(found - 1, 1)[0]!
  }

  /** Waits for an event that matches, and returns the events up to it. */
  async eventsUntil(fits: (event: LiveEvent) => boolean): Promise<LiveEvent[]> {
    await this.until(() => this.events.some(fits))
    return this.events
  }

  get events(): LiveEvent[] {
    return this.messages.filter(({ type }) => type === 'event').map(({ event }) => event)
  }

  async end(): Promise<{ code: number; reason: string }> {
    await this.until(() => this.closed)
    return this.closed!
  }

  close(): void {
    this.ws.close()
  }

  async until<Value>(look: () => Value): Promise<Value> {
    for (;;) {
      const value = look()
      if (value) return value
      if (this.closed)
        throw new Error(`closed ${this.closed.code}: ${JSON.stringify(this.messages.slice(-5))}`)
      await new Promise<void>((resolve) => (this.#changed = resolve))
    }
  }
}

export function addressOf({ url }: { url: string }, query: Record<string, string>): string {
  return `${url.replace('http', 'ws')}/api/ws?${new URLSearchParams(query).toString()}`
}

/** Returns the response to a rejected connection request. */
export function rejectionOf(
  url: string,
  options: { headers?: Record<string, string>; origin?: string } = {},
): Promise<{ status: number; code: string }> {
  return new Promise((resolve, reject) => {
    const ws = new WebSocket(url, options)
    ws.on('error', () => {})
    ws.on('open', () => {
      ws.close()
      reject(new Error('The server accepted the connection.'))
    })
    ws.on('unexpected-response', (_request, response) => {
      let text = ''
      response.on('data', (piece: Buffer) => (text += piece.toString()))
      response.on('end', () =>
        resolve({ status: response.statusCode!, code: (JSON.parse(text) as { code: string }).code }),
      )
    })
  })
}
