import type { ServerResponse } from 'node:http'
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/server'
import type { EventLog } from './event-log.ts'
import { rpcError, sessionNotFound } from './json-rpc-errors.ts'
import { type OpenStream, keepAliveComment, streamHeaders, writeTo } from './open-streams.ts'

/** The delay after which a client reconnects to an ended stream. */
const reconnectMs = 1000

export function eventText(id: string, data: string): string {
  return `id: ${id}\nevent: message\ndata: ${data}\n\n`
}

/** Returns an event without content, whose id lets a client resume after a lost connection. */
export function primingText(id: string): string {
  return `id: ${id}\nretry: ${reconnectMs}\ndata: \n\n`
}

export interface ExchangeOptions {
  sessionId: string
  owner: { credentialId: string; userId: string }
  log: () => EventLog
  /** Whether the client accepts an event without content. */
  supportsPriming: boolean
  response: ServerResponse
  requests: RequestId[]
  /** Whether the requests came as a batch, so that the responses are sent as one. */
  isBatch: boolean
}

/**
 * The requests of one POST, and the response that carries their results. Fast results are sent as JSON. With
 * notifications, or after a while, the response becomes an event stream, which a client can resume after a lost
 * connection.
 */
export class Exchange implements OpenStream {
  readonly credentialId: string
  readonly userId: string
  readonly #options: ExchangeOptions
  readonly #waiting: Set<RequestId>
  readonly #results: JSONRPCMessage[] = []
  #response: ServerResponse | undefined
  /** The stream number in the event log, once the response is a stream. */
  #stream: number | undefined

  constructor(options: ExchangeOptions) {
    this.#options = options
    this.credentialId = options.owner.credentialId
    this.userId = options.owner.userId
    this.#waiting = new Set(options.requests)
    this.#sendTo(options.response)
  }

  get isComplete(): boolean {
    return this.#waiting.size === 0
  }

  get stream(): number | undefined {
    return this.#stream
  }

  /** Sends a message that precedes the result of a request. */
  notify(message: JSONRPCMessage): void {
    this.#startStream()
    this.#event(message)
  }

  respond(id: RequestId, message: JSONRPCMessage): void {
    this.#waiting.delete(id)
    if (this.#stream === undefined) this.#results.push(message)
    else this.#event(message)
    if (this.isComplete) this.#finish()
  }

  /** Removes a cancelled request, which gets no result. */
  cancel(id: RequestId): void {
    if (this.#waiting.delete(id) && this.isComplete) this.#finish()
  }

  keepAlive(): void {
    this.#startStream()
    if (this.#response) writeTo(this.#response, keepAliveComment)
  }

  /** Ends the response, so that the client reconnects for the rest. */
  disconnect(): void {
    this.#startStream()
    this.end()
  }

  /** Ends the response with its credential or session. A client without any part of the response gets an error. */
  end(): void {
    const response = this.#response
    this.#response = undefined
    if (!response || response.headersSent) return void response?.end()
    response.writeHead(404, { 'Content-Type': 'application/json' })
    response.end(
      JSON.stringify(rpcError(sessionNotFound, 'This session has ended. Start a new one with initialize.')),
    )
  }

  /** Continues on a new connection, starting with the missed events. */
  resume(response: ServerResponse, missed: string): void {
    this.end()
    this.#sendTo(response)
    response.writeHead(200, this.#headers())
    // Sent even without events, so that the client sees that it is connected.
    response.flushHeaders()
    if (missed) writeTo(response, missed)
  }

  #sendTo(response: ServerResponse): void {
    this.#response = response
    response.once('close', () => {
      if (this.#response === response) this.#response = undefined
    })
  }

  /** Turns the response into a stream. A client that disconnected before can't resume. */
  #startStream(): void {
    if (this.#stream !== undefined || !this.#response) return
    const log = this.#options.log()
    this.#stream = log.openStream()
    this.#response.writeHead(200, this.#headers())
    if (this.#options.supportsPriming) this.#response.write(primingText(log.mark(this.#stream)))
    else this.#response.flushHeaders()
    for (const message of this.#results.splice(0)) this.#event(message)
  }

  #event(message: JSONRPCMessage): void {
    if (this.#stream === undefined) return
    const { id, data } = this.#options.log().add(this.#stream, JSON.stringify(message))
    if (this.#response) writeTo(this.#response, eventText(id, data))
  }

  #finish(): void {
    const response = this.#response
    if (!response) return
    if (this.#stream !== undefined) return this.end()
    const body = this.#options.isBatch ? this.#results : this.#results[0]
    // All requests were cancelled, but HTTP still requires a response.
    if (body === undefined) response.writeHead(200, this.#headers()).end()
    else {
      response.writeHead(200, {
        'Content-Type': 'application/json',
        'Mcp-Session-Id': this.#options.sessionId,
      })
      response.end(JSON.stringify(body))
    }
    this.#response = undefined
  }

  #headers() {
    return { ...streamHeaders, 'Mcp-Session-Id': this.#options.sessionId }
  }
}
