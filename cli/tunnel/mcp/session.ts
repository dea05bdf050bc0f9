import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type {
  JSONRPCMessage,
  JSONRPCNotification,
  JSONRPCRequest,
  Transport,
  TransportSendOptions,
} from '@modelcontextprotocol/client'
import { type RpcError, errorResponse, isNotification, isRequest } from './messages.ts'

type Id = string | number

/** A request that the MCP server has not answered. */
interface Pending {
  clientId: Id
  progressToken: Id | undefined
  isInitialize: boolean
  onResponse(message: JSONRPCMessage): void
  onProgress(message: JSONRPCNotification): void
}

/** The end of a session that a client reads from. */
export interface ClientStream {
  send(message: JSONRPCMessage): void
  end(): void
}

export interface Exchange {
  onResponse(message: JSONRPCMessage): void
  onProgress(message: JSONRPCNotification): void
}

/** Notifications that arrive before the client reads are kept, up to this number. */
const maxEarlyMessages = 100
/** The time in which the service can send outcomes to the client of a session that ended during calls. */
export const lingerMs = 5000
/** The time for an HTTP server to end a session. */
const terminateMs = 2000
export const serverEnded = 'The MCP server on the machine ended. Start a new session.'

/**
 * One session with an MCP server: a process, or an HTTP session, that no other client shares. Ids and progress tokens
 * of requests are replaced with the session's own, because a client and runs send requests in the same session.
 */
export class Session {
  readonly id = randomBytes(16).toString('base64url')
  /** The key of the requester, or undefined for the internal session of a server. */
  readonly requester: string | undefined
  readonly #transport: Transport
  readonly #pending = new Map<number, Pending>()
  /** Ids of requests that the server sent and the client has not answered. */
  readonly #asked = new Set<Id>()
  #early: JSONRPCMessage[] = []
  #client: ClientStream | undefined
  #nextId = 1
  #openStreams = 0
  lastUsedAt = Date.now()
  isClosed = false
  onClose: () => void = () => {}

  constructor(transport: Transport, requester: string | undefined) {
    this.#transport = transport
    this.requester = requester
    transport.onmessage = (message) => this.#receive(message)
    transport.onclose = () => this.#finish()
    // A failed request is answered by `request`. Other errors end the transport, or concern one message only.
    transport.onerror = () => {}
  }

  start(): Promise<void> {
    return this.#transport.start()
  }

  get isIdle(): boolean {
    return this.#pending.size === 0 && this.#openStreams === 0
  }

  /** Keeps the session from being idle while a stream is open. Returns a function that ends that. */
  hold(): () => void {
    let isHeld = true
    this.#openStreams++
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#openStreams--
      this.lastUsedAt = Date.now()
    }
  }

  /** Sends the messages of the server to this stream, instead of an earlier one. Returns a function that detaches it. */
  attach(client: ClientStream): () => void {
    this.#client?.end()
    this.#client = client
    for (const message of this.#early.splice(0)) client.send(message)
    return () => {
      if (this.#client === client) this.#client = undefined
    }
  }

  /** Sends a message to the client. Returns whether a client reads. */
  sendToClient(message: JSONRPCMessage): boolean {
    this.#client?.send(message)
    return this.#client !== undefined
  }

  /** Sends a request to the server. Returns a function that cancels it. */
  request(message: JSONRPCRequest, exchange: Exchange): (reason: string) => void {
    this.lastUsedAt = Date.now()
    const id = this.#nextId++
    const { _meta: meta } = message.params ?? {}
    this.#pending.set(id, {
      clientId: message.id,
      progressToken: meta?.progressToken,
      isInitialize: message.method === 'initialize',
      ...exchange,
    })
    const fail = (sentence: string) =>
      this.#answer(id, errorResponse(id, { code: -32000, message: sentence }))
    // An HTTP server can end its response without an answer.
    const onRequestStreamEnd = () => fail('The MCP server ended its response without a result.')
    void this.#send({ ...withToken(message, id), id }, { onRequestStreamEnd }).catch(() =>
      fail(this.isClosed ? serverEnded : 'The MCP server did not accept the request.'),
    )
    return (reason) => this.#cancel(id, reason)
  }

  /** Passes a notification or a response of the client to the server. */
  pass(message: JSONRPCMessage): void {
    this.lastUsedAt = Date.now()
    if (isNotification(message)) {
      if (message.method === 'notifications/cancelled') return this.#cancelForClient(message)
      return void this.#send(message).catch(() => {})
    }
    if (isRequest(message) || message.id === undefined || !this.#asked.delete(message.id)) return
    void this.#send(message).catch(() => {})
  }

  async close(): Promise<void> {
    if (this.isClosed) return
    this.#finish()
    const { terminateSession } = this.#transport as { terminateSession?: () => Promise<void> }
    if (terminateSession)
      await Promise.race([terminateSession.call(this.#transport).catch(() => {}), pause(terminateMs)])
    await this.#transport.close().catch(() => {})
  }

  async #send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (this.isClosed) throw new Error(serverEnded)
    await this.#transport.send(message, options)
  }

  #cancelForClient({ params }: JSONRPCNotification): void {
    for (const [id, { clientId }] of this.#pending)
      if (clientId === params?.requestId) this.#cancel(id, String(params?.reason ?? ''))
  }

  #cancel(id: number, reason: string): void {
    if (!this.#pending.delete(id)) return
    const params = { requestId: id, ...(reason !== '' && { reason }) }
    void this.#send({ jsonrpc: '2.0', method: 'notifications/cancelled', params }).catch(() => {})
  }

  #receive(message: JSONRPCMessage): void {
    this.lastUsedAt = Date.now()
    if (isRequest(message)) return this.#ask(message)
    if (isNotification(message)) return this.#notify(message)
    this.#answer(message.id as number, message)
  }

  #answer(id: number, message: JSONRPCMessage): void {
    const pending = this.#pending.get(id)
    if (!pending) return
    this.#pending.delete(id)
    if (pending.isInitialize) this.#setVersion(message)
    pending.onResponse({ ...message, id: pending.clientId })
  }

  /** An HTTP server requires the negotiated version in every later request. */
  #setVersion(message: JSONRPCMessage): void {
    const version = 'result' in message ? message.result.protocolVersion : undefined
    if (typeof version === 'string') this.#transport.setProtocolVersion?.(version)
  }

  #notify(message: JSONRPCNotification): void {
    if (message.method === 'notifications/progress') {
      const pending = this.#pending.get(Number(message.params?.progressToken))
      if (pending?.progressToken === undefined) return
      const params = { ...message.params, progressToken: pending.progressToken }
      return pending.onProgress({ ...message, params })
    }
    if (!this.sendToClient(message) && this.#early.length < maxEarlyMessages) this.#early.push(message)
  }

  #ask(message: JSONRPCRequest): void {
    this.#asked.add(message.id)
    if (this.sendToClient(message)) return
    this.#asked.delete(message.id)
    const refusal: RpcError = { code: -32601, message: 'No client listens to requests of this session.' }
    void this.#send(errorResponse(message.id, refusal)).catch(() => {})
  }

  #finish(): void {
    if (this.isClosed) return
    this.isClosed = true
    const hadCalls = this.#pending.size > 0
    const error = { code: -32000, message: serverEnded }
    for (const id of this.#pending.keys()) this.#answer(id, errorResponse(id, error))
    this.onClose()
    // The service still sends the outcome of tool calls to the client.
    if (hadCalls) setTimeout(() => this.#client?.end(), lingerMs).unref()
    else this.#client?.end()
  }
}

function withToken(message: JSONRPCRequest, token: number): JSONRPCRequest {
  const { _meta: meta } = message.params ?? {}
  if (meta?.progressToken === undefined) return message
  return { ...message, params: { ...message.params, _meta: { ...meta, progressToken: token } } }
}
