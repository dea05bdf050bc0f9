import type { ServerResponse } from 'node:http'
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/server'
import type { EventLog } from './event-log.ts'
import { rpcError, sessionNotFound } from './json-rpc-errors.ts'
import { type OpenStream, signOfLife, streamHeaders, writeTo } from './open-streams.ts'

/** Milliseconds after which a client whose stream has ended comes back. */
const retry = 1000

export function eventText(id: string, data: string): string {
  return `id: ${id}\nevent: message\ndata: ${data}\n\n`
}

/** An event without content, which tells a client from where to go on if the connection breaks. */
export function primingText(id: string): string {
  return `id: ${id}\nretry: ${retry}\ndata: \n\n`
}

export interface ExchangeOptions {
  sessionId: string
  owner: { credentialId: string; userId: string }
  log: () => EventLog
  /** Whether the client understands an event without content. */
  primes: boolean
  response: ServerResponse
  requests: RequestId[]
  /** They came as a list, and so do the answers. */
  asList: boolean
}

/**
 * The requests of one POST and where their answers go. Answers that come first are the body, as JSON. When there is more to say,
 * or it takes a while, the body becomes a stream of events, which a client can go on with if its connection breaks.
 */
export class Exchange implements OpenStream {
  readonly credentialId: string
  readonly userId: string
  readonly #options: ExchangeOptions
  readonly #waiting: Set<RequestId>
  readonly #answers: JSONRPCMessage[] = []
  #response: ServerResponse | undefined
  /** Of its events in the log, once it is a stream. */
  #stream: number | undefined

  constructor(options: ExchangeOptions) {
    this.#options = options
    this.credentialId = options.owner.credentialId
    this.userId = options.owner.userId
    this.#waiting = new Set(options.requests)
    this.#sendTo(options.response)
  }

  get isOver(): boolean {
    return this.#waiting.size === 0
  }

  get stream(): number | undefined {
    return this.#stream
  }

  /** What a request has to say before its answer. */
  tell(message: JSONRPCMessage): void {
    this.#become()
    this.#event(message)
  }

  answer(id: RequestId, message: JSONRPCMessage): void {
    this.#waiting.delete(id)
    if (this.#stream === undefined) this.#answers.push(message)
    else this.#event(message)
    if (this.isOver) this.#finish()
  }

  /** Nobody waits for this answer any longer, and there will be none. */
  cancel(id: RequestId): void {
    if (this.#waiting.delete(id) && this.isOver) this.#finish()
  }

  beat(): void {
    this.#become()
    if (this.#response) writeTo(this.#response, signOfLife)
  }

  /** The client is to come back for the rest. */
  hangUp(): void {
    this.#become()
    this.end()
  }

  /** Its credential or its session has ended. A client that has no part of the response yet gets an error, not an empty body. */
  end(): void {
    const response = this.#response
    this.#response = undefined
    if (!response || response.headersSent) return void response?.end()
    response.writeHead(404, { 'Content-Type': 'application/json' })
    response.end(
      JSON.stringify(rpcError(sessionNotFound, 'This session has ended. Begin a new one with initialize.')),
    )
  }

  /** The client has come back, and wants what it has missed. */
  resume(response: ServerResponse, missed: string): void {
    this.end()
    this.#sendTo(response)
    response.writeHead(200, this.#headers())
    // Not only when there is something to send: whoever waits for it is to see that it was let in.
    response.flushHeaders()
    if (missed) writeTo(response, missed)
  }

  #sendTo(response: ServerResponse): void {
    this.#response = response
    response.once('close', () => {
      if (this.#response === response) this.#response = undefined
    })
  }

  /** From now on it is a stream. Whoever has gone before it became one has nothing to come back to. */
  #become(): void {
    if (this.#stream !== undefined || !this.#response) return
    const log = this.#options.log()
    this.#stream = log.begin()
    this.#response.writeHead(200, this.#headers())
    if (this.#options.primes) this.#response.write(primingText(log.mark(this.#stream)))
    else this.#response.flushHeaders()
    for (const message of this.#answers.splice(0)) this.#event(message)
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
    const body = this.#options.asList ? this.#answers : this.#answers[0]
    // Cancelled: an answer of HTTP has to come all the same.
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
