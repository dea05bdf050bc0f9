import {
  type Implementation,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type MessageExtraInfo,
  type Notification,
  ProtocolErrorCode,
  type RequestId,
  type Result,
  SUPPORTED_PROTOCOL_VERSIONS,
  type Transport,
  specTypeSchemas,
} from '@modelcontextprotocol/server'
import { serverDescription } from './server-description.ts'
import { type Handlers, type RequestContext, handleRequest, validRequest } from './requests.ts'
import { senderOf } from './sender.ts'

/**
 * The server's end of a connection to a client of the 2024 and 2025 revisions. The SDK's server would hold a copy of
 * every handler for each client, and would validate a tool call twice and its result once more.
 */
export class ClientConnection {
  readonly #handlers: Handlers
  #transport: Transport | undefined
  #client: Implementation | undefined
  /** The requests without a response. Undefined while there are none, because most connections are idle. */
  #pending: Map<RequestId, AbortController> | undefined

  constructor(handlers: Handlers) {
    this.#handlers = handlers
  }

  async connect(transport: Transport): Promise<void> {
    this.#transport = transport
    transport.onmessage = (message, extra) => this.#receive(message, extra)
    transport.onclose = () => this.#close()
    transport.setSupportedProtocolVersions?.(SUPPORTED_PROTOCOL_VERSIONS)
    await transport.start()
  }

  /** Receives a valid message. Ignores responses, because the server sends no requests. */
  #receive(message: JSONRPCMessage, extra: MessageExtraInfo | undefined): void {
    if (!('method' in message)) return
    // Sending fails if the client has disconnected. There is nobody left to tell.
    if ('id' in message) this.#respond(message, extra).catch(() => {})
    else if (message.method === 'notifications/cancelled')
      this.#pending?.get(message.params?.requestId as RequestId)?.abort()
  }

  async #respond(request: JSONRPCRequest, extra: MessageExtraInfo | undefined): Promise<void> {
    const { id } = request
    const controller = new AbortController()
    this.#pending ??= new Map()
    this.#pending.set(id, controller)
    const response = await this.#handle(request, extra, controller.signal).then(
      (result) => ({ jsonrpc: '2.0' as const, id, result }),
      (error: unknown) => ({ jsonrpc: '2.0' as const, id, error: errorOf(error) }),
    )
    // A client can repeat the id of a pending request.
    if (this.#pending?.get(id) === controller) this.#pending.delete(id)
    if (this.#pending?.size === 0) this.#pending = undefined
    // A cancelled request gets no response.
    if (!controller.signal.aborted) await this.#transport?.send(response)
  }

  async #handle(
    request: JSONRPCRequest,
    extra: MessageExtraInfo | undefined,
    signal: AbortSignal,
  ): Promise<Result> {
    if (request.method === 'initialize') return this.#initialize(request)
    if (request.method === 'ping') return {}
    return handleRequest(this.#handlers, request, this.#contextOf(request.id, extra, signal))
  }

  #initialize(request: JSONRPCRequest): Result {
    const { params } = validRequest(specTypeSchemas.InitializeRequest, request)
    this.#client = params.clientInfo
    const { info, capabilities, instructions } = serverDescription
    const protocolVersion = SUPPORTED_PROTOCOL_VERSIONS.includes(params.protocolVersion)
      ? params.protocolVersion
      : SUPPORTED_PROTOCOL_VERSIONS[0]
    return { protocolVersion, capabilities, serverInfo: info, instructions }
  }

  #contextOf(id: RequestId, extra: MessageExtraInfo | undefined, signal: AbortSignal): RequestContext {
    const transport = this.#transport
    return {
      sender: senderOf(extra),
      sessionId: transport?.sessionId,
      client: this.#client,
      signal,
      async notify(notification: Notification) {
        if (!signal.aborted)
          await transport?.send({ jsonrpc: '2.0', ...notification }, { relatedRequestId: id })
      },
    }
  }

  #close(): void {
    this.#transport = undefined
    const pending = this.#pending
    this.#pending = undefined
    for (const controller of pending?.values() ?? []) controller.abort()
  }
}

/** Returns the error of the protocol, in the same form as the SDK. */
function errorOf(error: unknown) {
  const { code, message, data } = error as { code?: unknown; message?: string; data?: unknown }
  return {
    code: Number.isSafeInteger(code) ? (code as number) : ProtocolErrorCode.InternalError,
    message: message ?? 'Internal error',
    ...(data !== undefined && { data }),
  }
}
