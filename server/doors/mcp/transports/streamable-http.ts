import {
  type JSONRPCMessage,
  type JSONRPCRequest,
  classifyInboundRequest,
  isInitializeRequest,
  parseJSONRPCMessage,
} from '@modelcontextprotocol/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SessionRow } from './session-rows.ts'
import type { App } from '../../../operations/context.ts'
import { reject } from '../../../errors/errors.ts'
import type { Connections } from './connections.ts'
import { badRequest, invalidRequest, parseError, rpcError, sessionNotFound } from './json-rpc-errors.ts'
import { type OpenStream, keepAliveComment, hijackResponse, whenClosed, writeTo } from './open-streams.ts'
import type { Relay } from './relay.ts'
import { type Sender, senderInfo } from '../sender.ts'
import type { Session, Sessions } from './sessions.ts'

const maxBatch = 100

/** Serves the 2025 revisions over Streamable HTTP, which use sessions. */
export class StreamableHttp {
  readonly #app: App
  readonly #connections: Connections
  readonly #sessions: Sessions
  readonly #relay: Relay

  constructor(app: App, connections: Connections, sessions: Sessions, relay: Relay) {
    this.#app = app
    this.#connections = connections
    this.#sessions = sessions
    this.#relay = relay
  }

  async serve(
    request: FastifyRequest,
    reply: FastifyReply,
    sender: Sender,
    row: SessionRow | undefined,
  ): Promise<unknown> {
    if (request.method === 'POST' && !acceptsBoth(request))
      return rejectRequest(reply, 406, badRequest, 'Accept application/json and text/event-stream.')
    if (isInitialize(request)) return this.#initialize(request, reply, sender)
    // A session of another credential is reported as not found.
    if (!row || row.credential_id !== sender.caller.credentialId)
      return rejectRequest(reply, 404, sessionNotFound, 'Session not found. Start a new one with initialize.')
    const session = await this.#sessions.load(row, sender)
    const version = header(request, 'mcp-protocol-version')
    if (version !== undefined && !session.transport.supports(version))
      return rejectRequest(reply, 400, badRequest, `Unsupported protocol version: ${version.slice(0, 40)}`)
    if (request.method === 'GET') return this.#open(session, request, reply, sender)
    if (request.method === 'POST') return this.#post(session, request, reply, sender)
    await this.#sessions.end(row)
    return reply.code(204).send()
  }

  async #initialize(request: FastifyRequest, reply: FastifyReply, sender: Sender): Promise<unknown> {
    const [message] = parse(request.body) ?? []
    if (!message || !isRequest(message) || !isInitializeRequest(message))
      return rejectRequest(reply, 400, invalidRequest, 'The initialize request is not valid.')
    const { response, sessionId } = await this.#sessions.create(message, sender)
    if (sessionId) reply.header('Mcp-Session-Id', sessionId)
    return reply.type('application/json').send(response)
  }

  async #open(
    session: Session,
    request: FastifyRequest,
    reply: FastifyReply,
    sender: Sender,
  ): Promise<unknown> {
    if (!header(request, 'accept')?.includes('text/event-stream'))
      return rejectRequest(reply, 406, badRequest, 'Accept text/event-stream.')
    const { open, onStream } = this.#connections
    const { metrics } = this.#app
    const response = reply.raw
    const { credentialId, userId, transport } = session
    const end = () => void response.end()
    const leave = await onStream?.({
      sender,
      sessionId: transport.sessionId,
      ofSession: true,
      end,
      notify: (notification) => void transport.send({ jsonrpc: '2.0', ...notification }),
    })
    if (response.writableEnded || response.destroyed) {
      leave?.()
      return reply
    }
    if (open.isClosing) {
      leave?.()
      reject('stopping')
    }
    hijackResponse(reply)
    // No await between here and the open stream, so that no event is lost.
    const isOwn = transport.open(response, header(request, 'last-event-id'))
    if (leave && isOwn) whenClosed(response, leave)
    else leave?.()
    const keepAlive = () => writeTo(response, keepAliveComment)
    const stream: OpenStream = { credentialId, userId, end, keepAlive }
    const remove = open.add(stream)
    metrics.streams.inc({ door: 'mcp' })
    whenClosed(response, () => {
      remove()
      metrics.streams.dec({ door: 'mcp' })
    })
    void open.verify([stream])
    return reply
  }

  #post(session: Session, request: FastifyRequest, reply: FastifyReply, sender: Sender): unknown {
    const { transport } = session
    const messages = parse(request.body)
    if (!messages)
      return rejectRequest(
        reply,
        400,
        parseError,
        `The body is not JSON-RPC 2.0, or has more than ${maxBatch} messages.`,
      )
    const requests = messages.filter(isRequest)
    if (requests.some(({ method }) => method === 'initialize'))
      return rejectRequest(reply, 400, invalidRequest, 'This session is already initialized.')
    if (requests.length === 0) {
      for (const message of messages) this.#receive(session, message, sender)
      return reply.code(202).send()
    }
    if (transport.hasPending(requests))
      return rejectRequest(reply, 400, invalidRequest, 'A request with this id is still pending.')
    const response = hijackResponse(reply)
    const extra = { authInfo: senderInfo(sender) }
    const exchange = transport.exchange(messages, requests, Array.isArray(request.body), response, extra)
    response.once('close', this.#connections.open.add(exchange))
    return reply
  }

  /** Receives a message without an id of its own. A response or cancellation can concern a request on another node. */
  #receive(session: Session, message: JSONRPCMessage, sender: Sender): void {
    const concernsRequest = !('method' in message) || message.method === 'notifications/cancelled'
    if (!concernsRequest || session.accepts(message)) return session.receive(message, sender)
    void this.#relay.forward(session.id, sender, message)
  }
}

/** Returns whether a request belongs to a session, because it names or starts one. */
export function isOfSession(request: FastifyRequest): boolean {
  const { method, headers } = request
  const isNamed = headers['mcp-session-id'] !== undefined
  if (method === 'POST') return (isNamed || isInitialize(request)) && isOf2025(request)
  return isNamed && (method === 'GET' || method === 'DELETE')
}

export function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

function isInitialize({ method, body }: FastifyRequest): boolean {
  return method === 'POST' && (body as { method?: unknown } | null)?.method === 'initialize'
}

function isOf2025(request: FastifyRequest): boolean {
  const { kind } = classifyInboundRequest({
    httpMethod: request.method,
    body: request.body,
    protocolVersionHeader: header(request, 'mcp-protocol-version'),
    mcpMethodHeader: header(request, 'mcp-method'),
    mcpNameHeader: header(request, 'mcp-name'),
  })
  return kind === 'legacy'
}

function acceptsBoth(request: FastifyRequest): boolean {
  const accepted = header(request, 'accept') ?? ''
  return accepted.includes('application/json') && accepted.includes('text/event-stream')
}

function parse(body: unknown): JSONRPCMessage[] | undefined {
  const given: unknown[] = Array.isArray(body) ? body : [body]
  if (given.length === 0 || given.length > maxBatch) return undefined
  try {
    return given.map((message) => parseJSONRPCMessage(message))
  } catch {
    return undefined
  }
}

function isRequest(message: JSONRPCMessage): message is JSONRPCRequest {
  return 'method' in message && 'id' in message
}

function rejectRequest(reply: FastifyReply, status: number, code: number, message: string) {
  return reply.code(status).type('application/json').send(rpcError(code, message))
}
