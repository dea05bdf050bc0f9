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

// From this revision on clients understand an event without content.
const firstThatPrimes = '2025-11-25'
const ownStream = 0

/**
 * One session of Streamable HTTP, in the revisions of 2025: requests come by POST and are answered there; what belongs to no
 * request goes to the stream that the client opens by GET. It is ours and not the SDK's because that one holds a session
 * to the node that began it, and keeps what a slow client does not read without end.
 */
export class SessionTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage, extra?: MessageExtraInfo) => void
  readonly sessionId: string
  readonly #owner: { credentialId: string; userId: string }
  readonly #exchanges = new Map<RequestId, Exchange>()
  /** Requests of ours that the client has not answered yet. */
  readonly #asked = new Set<RequestId>()
  #beginning: { id: RequestId; answer: (message: JSONRPCMessage) => void } | undefined
  #log: EventLog | undefined
  #stream: ServerResponse | undefined
  #supported: string[] = []
  #version = ''

  constructor(sessionId: string, owner: { credentialId: string; userId: string }) {
    this.sessionId = sessionId
    this.#owner = owner
  }

  /** Whether anything is under way. */
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

  /** Begins the session, or begins it again at this node: the answer is for whoever asked, if anybody did. */
  async initialize(request: JSONRPCRequest, extra: MessageExtraInfo): Promise<JSONRPCMessage> {
    const answered = new Promise<JSONRPCMessage>((answer) => {
      this.#beginning = { id: request.id, answer }
    })
    this.onmessage?.(request, extra)
    const answer = await answered
    this.#beginning = undefined
    if ('result' in answer) this.#version = String(answer.result.protocolVersion)
    return answer
  }

  /** Whether a message is about something that happens here: a request to be cancelled, or an answer that we wait for. */
  concerns(message: JSONRPCMessage): boolean {
    const cancelled = cancelledBy(message)
    if (cancelled !== undefined) return this.#exchanges.has(cancelled)
    return !('method' in message) && message.id !== undefined && this.#asked.has(message.id)
  }

  /** Whether one of these requests has the number of one that is not answered yet. */
  repeats(requests: JSONRPCRequest[]): boolean {
    return (
      requests.some(({ id }) => this.#exchanges.has(id)) ||
      new Set(requests.map(({ id }) => id)).size < requests.length
    )
  }

  /** The requests of a POST. */
  exchange(
    messages: JSONRPCMessage[],
    requests: JSONRPCRequest[],
    asList: boolean,
    response: ServerResponse,
    extra: MessageExtraInfo,
  ): Exchange {
    const ids = requests.map(({ id }) => id)
    const { sessionId } = this
    const shared = { sessionId, owner: this.#owner, log: () => this.#events, primes: this.#primes }
    const exchange = new Exchange({ ...shared, response, requests: ids, asList })
    for (const id of ids) this.#exchanges.set(id, exchange)
    const canReturn = this.#primes && { closeSSEStream: () => exchange.hangUp() }
    for (const message of messages) this.receive(message, { ...extra, ...canReturn })
    return exchange
  }

  receive(message: JSONRPCMessage, extra: MessageExtraInfo): void {
    if (!('method' in message) && message.id !== undefined) this.#asked.delete(message.id)
    this.onmessage?.(message, extra)
    // The SDK does not answer what was cancelled.
    const cancelled = cancelledBy(message)
    if (cancelled === undefined) return
    this.#exchanges.get(cancelled)?.cancel(cancelled)
    this.#exchanges.delete(cancelled)
  }

  /** A GET. Answers whether it is the session's own stream, and not the rest of a POST. */
  open(response: ServerResponse, lastEventId: string | undefined): boolean {
    // What another node had sent, or what we have forgotten, cannot be repeated: the client begins a stream as if anew.
    const position = lastEventId === undefined ? undefined : this.#log?.read(lastEventId)
    const missed = position ? this.#events.after(position) : []
    const text = missed.map(({ id, data }) => eventText(id, data)).join('')
    if (position && position.stream !== ownStream) {
      this.#resume(response, position.stream, text)
      return false
    }
    // Of two, the newer one is where the client listens.
    this.#stream?.end()
    this.#stream = response
    response.once('close', () => {
      if (this.#stream === response) this.#stream = undefined
    })
    response.writeHead(200, this.#headers())
    response.flushHeaders()
    if (this.#primes) writeTo(response, primingText(this.#events.mark(ownStream)))
    if (text) writeTo(response, text)
    return true
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const isAnswer = !('method' in message)
    if (!isAnswer && 'id' in message) this.#asked.add(message.id)
    const about = isAnswer ? message.id : options?.relatedRequestId
    if (about === undefined) return this.#tell(message)
    if (isAnswer && this.#beginning?.id === about) return this.#beginning.answer(message)
    const exchange = this.#exchanges.get(about)
    if (!isAnswer) return exchange?.tell(message)
    this.#exchanges.delete(about)
    exchange?.answer(about, message)
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

  #tell(message: JSONRPCMessage): void {
    const { id, data } = this.#events.add(ownStream, JSON.stringify(message))
    if (this.#stream) writeTo(this.#stream, eventText(id, data))
  }

  #resume(response: ServerResponse, stream: number, missed: string): void {
    const exchange = [...this.#exchanges.values()].find((each) => each.stream === stream)
    if (exchange) return exchange.resume(response, missed)
    response.writeHead(200, this.#headers()).end(missed)
  }

  /** Most sessions never need one. */
  get #events(): EventLog {
    this.#log ??= new EventLog()
    return this.#log
  }

  get #primes(): boolean {
    return this.#version >= firstThatPrimes
  }

  #headers() {
    return { ...streamHeaders, 'Mcp-Session-Id': this.sessionId }
  }
}

function cancelledBy(message: JSONRPCMessage): RequestId | undefined {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined
  return message.params?.requestId as RequestId | undefined
}
