import type { ServerResponse } from 'node:http'
import type {
  JSONRPCMessage,
  JSONRPCRequest,
  MessageExtraInfo,
  RequestId,
  Transport,
  TransportSendOptions,
} from '@modelcontextprotocol/server'
import { EventLog } from './event-log.ts'
import { Exchange, eventText, primingText } from './exchange.ts'
import { streamHeaders, writeTo } from './open-streams.ts'

// Since this revision, clients accept an event without content.
const firstPrimingVersion = '2025-11-25'
const ownStream = 0

/**
 * One session of Streamable HTTP in the 2025 revisions. Responses go to the POST of their request. All other messages
 * go to the stream that the client opens by GET. The SDK's own transport binds a session to one node, and buffers
 * unread messages of a slow client without limit.
 */
export class SessionTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage, extra?: MessageExtraInfo) => void
  readonly sessionId: string
  readonly #owner: { credentialId: string; userId: string }
  readonly #exchanges = new Map<RequestId, Exchange>()
  /** The server's requests that the client has not answered yet. */
  readonly #pendingRequests = new Set<RequestId>()
  #initializing: { id: RequestId; resolve: (message: JSONRPCMessage) => void } | undefined
  #log: EventLog | undefined
  #stream: ServerResponse | undefined
  #supported: string[] = []
  #version = ''

  constructor(sessionId: string, owner: { credentialId: string; userId: string }) {
    this.sessionId = sessionId
    this.#owner = owner
  }

  /** Whether a stream or a request is open. */
  get isBusy(): boolean {
    return this.#stream !== undefined || this.#exchanges.size > 0
  }

  get hasStream(): boolean {
    return this.#stream !== undefined
  }

  async start(): Promise<void> {}

  setSupportedProtocolVersions(versions: string[]): void {
    this.#supported = versions
  }

  supports(version: string): boolean {
    return this.#supported.includes(version)
  }

  /** Initializes the session, for a client or to restore it on this node. Returns the response. */
  async initialize(request: JSONRPCRequest, extra: MessageExtraInfo): Promise<JSONRPCMessage> {
    const { promise, resolve } = Promise.withResolvers<JSONRPCMessage>()
    this.#initializing = { id: request.id, resolve }
    this.onmessage?.(request, extra)
    const response = await promise
    this.#initializing = undefined
    if ('result' in response) this.#version = String(response.result.protocolVersion)
    return response
  }

  /** Returns whether a message cancels a request on this node, or responds to one that this node sent. */
  isExpected(message: JSONRPCMessage): boolean {
    const cancelled = cancelledBy(message)
    if (cancelled !== undefined) return this.#exchanges.has(cancelled)
    return !('method' in message) && message.id !== undefined && this.#pendingRequests.has(message.id)
  }

  /** Returns whether a request repeats the id of a pending one. */
  hasPending(requests: JSONRPCRequest[]): boolean {
    return (
      requests.some(({ id }) => this.#exchanges.has(id)) ||
      new Set(requests.map(({ id }) => id)).size < requests.length
    )
  }

  /** Handles the messages of a POST. */
  exchange(
    messages: JSONRPCMessage[],
    requests: JSONRPCRequest[],
    asList: boolean,
    response: ServerResponse,
    extra: MessageExtraInfo,
  ): Exchange {
    const ids = requests.map(({ id }) => id)
    const { sessionId } = this
    const shared = {
      sessionId,
      owner: this.#owner,
      log: () => this.#events,
      supportsPriming: this.#supportsPriming,
    }
    const exchange = new Exchange({ ...shared, response, requests: ids, isBatch: asList })
    for (const id of ids) this.#exchanges.set(id, exchange)
    const canReconnect = this.#supportsPriming && { closeSSEStream: () => exchange.disconnect() }
    for (const message of messages) this.receive(message, { ...extra, ...canReconnect })
    return exchange
  }

  receive(message: JSONRPCMessage, extra: MessageExtraInfo): void {
    if (!('method' in message) && message.id !== undefined) this.#pendingRequests.delete(message.id)
    this.onmessage?.(message, extra)
    // The SDK does not respond to a cancelled request.
    const cancelled = cancelledBy(message)
    if (cancelled === undefined) return
    this.#exchanges.get(cancelled)?.cancel(cancelled)
    this.#exchanges.delete(cancelled)
  }

  /** Handles a GET. Returns whether it is the session's own stream, and not the rest of a POST. */
  open(response: ServerResponse, lastEventId: string | undefined): boolean {
    // Events of another node, or dropped events, can't be replayed. The client then gets a new stream.
    const position = lastEventId === undefined ? undefined : this.#log?.read(lastEventId)
    const missed = position ? this.#events.after(position) : []
    const text = missed.map(({ id, data }) => eventText(id, data)).join('')
    if (position && position.stream !== ownStream) {
      this.#resume(response, position.stream, text)
      return false
    }
    // A newer stream replaces the older one.
    this.#stream?.end()
    this.#stream = response
    response.once('close', () => {
      if (this.#stream === response) this.#stream = undefined
    })
    response.writeHead(200, this.#headers())
    response.flushHeaders()
    if (this.#supportsPriming) writeTo(response, primingText(this.#events.mark(ownStream)))
    if (text) writeTo(response, text)
    return true
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const isResponse = !('method' in message)
    if (!isResponse && 'id' in message) this.#pendingRequests.add(message.id)
    const requestId = isResponse ? message.id : options?.relatedRequestId
    if (requestId === undefined) return this.#notify(message)
    if (isResponse && this.#initializing?.id === requestId) return this.#initializing.resolve(message)
    const exchange = this.#exchanges.get(requestId)
    if (!isResponse) return exchange?.notify(message)
    this.#exchanges.delete(requestId)
    exchange?.respond(requestId, message)
  }

  async close(): Promise<void> {
    for (const exchange of this.#exchanges.values()) exchange.end()
    this.#exchanges.clear()
    this.closeStream()
    this.onclose?.()
  }

  closeStream(): void {
    this.#stream?.end()
    this.#stream = undefined
  }

  #notify(message: JSONRPCMessage): void {
    const { id, data } = this.#events.add(ownStream, JSON.stringify(message))
    if (this.#stream) writeTo(this.#stream, eventText(id, data))
  }

  #resume(response: ServerResponse, stream: number, missed: string): void {
    const exchange = [...this.#exchanges.values()].find((each) => each.stream === stream)
    if (exchange) return exchange.resume(response, missed)
    response.writeHead(200, this.#headers()).end(missed)
  }

  /** The event log, created on first use. Most sessions never need one. */
  get #events(): EventLog {
    this.#log ??= new EventLog()
    return this.#log
  }

  get #supportsPriming(): boolean {
    return this.#version >= firstPrimingVersion
  }

  #headers() {
    return { ...streamHeaders, 'Mcp-Session-Id': this.sessionId }
  }
}

function cancelledBy(message: JSONRPCMessage): RequestId | undefined {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined
  return message.params?.requestId as RequestId | undefined
}
