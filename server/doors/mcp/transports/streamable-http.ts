import {
  type JSONRPCMessage,
  type JSONRPCRequest,
  classifyInboundRequest,
  isInitializeRequest,
  parseJSONRPCMessage,
} from '@modelcontextprotocol/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SessionRow } from '../../../domains/mcp/session-rows.ts'
import type { App } from '../../../operations/context.ts'
import { reject } from '../../../operations/errors.ts'
import type { Connections } from './connections.ts'
import { badRequest, invalidRequest, parseError, rpcError, sessionNotFound } from './json-rpc-errors.ts'
import { signOfLife, hijackResponse, whenClosed, writeTo } from './open-streams.ts'
import type { Relay } from './relay.ts'
import { type Sender, senderInfo } from '../sender.ts'
import type { Session, Sessions } from './sessions.ts'

const mostInList = 100

/** The revisions of 2025 over Streamable HTTP, as far as they have a session. */
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
      return refuseRequest(reply, 406, badRequest, 'Accept application/json and text/event-stream.')
    if (begins(request)) return this.#begin(request, reply, sender)
    // Whose session it is, is nobody else's business.
    if (!row || row.credential_id !== sender.caller.credentialId)
      return refuseRequest(reply, 404, sessionNotFound, 'Session not found. Begin a new one with initialize.')
    const session = await this.#sessions.adopt(row, sender)
    const version = header(request, 'mcp-protocol-version')
    if (version !== undefined && !session.transport.supports(version))
      return refuseRequest(reply, 400, badRequest, `Unsupported protocol version: ${version.slice(0, 40)}`)
    if (request.method === 'GET') return this.#open(session, request, reply, sender)
    if (request.method === 'POST') return this.#post(session, request, reply, sender)
    await this.#sessions.end(row)
    return reply.code(204).send()
  }

  async #begin(request: FastifyRequest, reply: FastifyReply, sender: Sender): Promise<unknown> {
    const [message] = parse(request.body) ?? []
    if (!message || !isRequest(message) || !isInitializeRequest(message))
      return refuseRequest(reply, 400, invalidRequest, 'Not a proper initialize request.')
    const { answer, sessionId } = await this.#sessions.begin(message, sender)
    if (sessionId) reply.header('Mcp-Session-Id', sessionId)
    return reply.type('application/json').send(answer)
  }

  async #open(
    session: Session,
    request: FastifyRequest,
    reply: FastifyReply,
    sender: Sender,
  ): Promise<unknown> {
    if (!header(request, 'accept')?.includes('text/event-stream'))
      return refuseRequest(reply, 406, badRequest, 'Accept text/event-stream.')
    const { open, onStream } = this.#connections
    const { metrics } = this.#app
    const response = reply.raw
    const { credentialId, userId, transport } = session
    const end = () => void response.end()
    const leave = await onStream?.({
      ...{ sender, sessionId: transport.sessionId, ofSession: true, end },
      notify: (said) => void transport.send({ jsonrpc: '2.0', ...said }),
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
    // Nothing waits from here to where it is open: so nothing that happens is lost in between.
    const isOwn = transport.open(response, header(request, 'last-event-id'))
    if (leave && isOwn) whenClosed(response, leave)
    else leave?.()
    const stream = { credentialId, userId, end, beat: () => writeTo(response, signOfLife) }
    const forget = open.add(stream)
    metrics.streams.inc({ door: 'mcp' })
    whenClosed(response, () => {
      forget()
      metrics.streams.dec({ door: 'mcp' })
    })
    void open.verify([stream])
    return reply
  }

  #post(session: Session, request: FastifyRequest, reply: FastifyReply, sender: Sender): unknown {
    const { transport } = session
    const messages = parse(request.body)
    if (!messages)
      return refuseRequest(reply, 400, parseError, `Not JSON-RPC 2.0, or more than ${mostInList} messages.`)
    const requests = messages.filter(isRequest)
    if (requests.some(({ method }) => method === 'initialize'))
      return refuseRequest(reply, 400, invalidRequest, 'This session has begun already.')
    if (requests.length === 0) {
      for (const message of messages) this.#receive(session, message, sender)
      return reply.code(202).send()
    }
    if (transport.repeats(requests))
      return refuseRequest(reply, 400, invalidRequest, 'A request with this id is not answered yet.')
    const response = hijackResponse(reply)
    const extra = { authInfo: senderInfo(sender) }
    const exchange = transport.exchange(messages, requests, Array.isArray(request.body), response, extra)
    response.once('close', this.#connections.open.add(exchange))
    return reply
  }

  /** What answers or cancels something may be about another node's doings. */
  #receive(session: Session, message: JSONRPCMessage, sender: Sender): void {
    const isAboutOne = !('method' in message) || message.method === 'notifications/cancelled'
    if (!isAboutOne || session.takes(message)) return session.receive(message, sender)
    void this.#relay.passOn(session.id, sender, message)
  }
}

/** Whether a request is one of a session: it names one, or begins one. Everything else needs none. */
export function isOfSession(request: FastifyRequest): boolean {
  const { method, headers } = request
  const isNamed = headers['mcp-session-id'] !== undefined
  if (method === 'POST') return (isNamed || begins(request)) && isOf2025(request)
  return isNamed && (method === 'GET' || method === 'DELETE')
}

export function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

function begins({ method, body }: FastifyRequest): boolean {
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
  if (given.length === 0 || given.length > mostInList) return undefined
  try {
    return given.map((message) => parseJSONRPCMessage(message))
  } catch {
    return undefined
  }
}

function isRequest(message: JSONRPCMessage): message is JSONRPCRequest {
  return 'method' in message && 'id' in message
}

function refuseRequest(reply: FastifyReply, status: number, code: number, message: string) {
  return reply.code(status).type('application/json').send(rpcError(code, message))
}
