import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { reject } from '../../../errors/errors.ts'
import type { App } from '../../../operations/context.ts'
import { requireNotPaused } from '../../../operations/paused-agent.ts'
import { admitSender } from '../../mcp/admit.ts'
import type { Sender } from '../../mcp/sender.ts'
import { invalidRequest, rpcError } from '../../mcp/transports/json-rpc-errors.ts'
import { OpenStreams, hijackResponse } from '../../mcp/transports/open-streams.ts'
import { header } from '../../mcp/transports/streamable-http.ts'
import type { Machines } from '../machines.ts'
import { cancelToolRun } from './cancel-run.ts'
import { serveMachineTools } from './machine-tools.ts'
import { type MachineResponse, discard, relayResponse, requestMachine } from './machine-request.ts'
import { type McpSession, answerWithEvents, callTool, isToolCall, parseToolCall } from './tool-calls.ts'

const bodyLimit = 4 * 1024 * 1024

interface Params {
  tunnel: string
  server: string
}
type McpRequest = FastifyRequest<{ Params: Params; Querystring: { sessionId?: unknown } }>

/**
 * Serves the MCP servers of machines to MCP clients, over Streamable HTTP and HTTP+SSE. Sessions live on the machine, so
 * any node can serve any request. Tool calls are runs. All other messages pass through.
 */
export function serveTunnelMcp(app: App, http: FastifyInstance, machines: Machines): void {
  const open = new OpenStreams(app)
  const door = new TunnelMcpDoor(app, machines, open)
  http.addHook('preClose', () => open.close())
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    request.mcp = { sender: await admitSender(app, request, reply) }
  }
  const server = '/mcp/tunnels/:tunnel/:server'
  http.route<{ Params: Params; Querystring: { sessionId?: unknown } }>({
    method: ['GET', 'POST', 'DELETE'],
    url: server,
    onRequest,
    bodyLimit,
    handler: (request, reply) => door.serve(request, reply),
  })
  http.get<{ Params: Params; Querystring: { sessionId?: unknown } }>(
    `${server}/sse`,
    { onRequest },
    (request, reply) => door.openSse(request, reply),
  )
  http.post<{ Params: Params; Querystring: { sessionId?: unknown } }>(
    `${server}/messages`,
    { onRequest, bodyLimit },
    (request, reply) => door.receive(request, reply),
  )
  serveMachineTools(app, http, open, onRequest)
}

class TunnelMcpDoor {
  readonly #app: App
  readonly #machines: Machines
  readonly #open: OpenStreams

  constructor(app: App, machines: Machines, open: OpenStreams) {
    this.#app = app
    this.#machines = machines
    this.#open = open
  }

  async serve(request: McpRequest, reply: FastifyReply): Promise<unknown> {
    const { method, body, params } = request
    const sender = senderOf(request)
    const session = requireSessionId(header(request, 'mcp-session-id'))
    if (method === 'POST' && isToolCall(body)) return this.#call(request, reply, sender, session)
    if (method === 'POST' && session !== undefined && isCancellation(body)) {
      const target = { tunnel: params.tunnel, server: params.server, session }
      if (await cancelToolRun(this.#app, sender, target, body.params.requestId)) return reply.code(202).send()
    }
    return this.#forward(request, reply, sender, '', session)
  }

  async openSse(request: McpRequest, reply: FastifyReply): Promise<unknown> {
    return this.#forward(request, reply, senderOf(request), '/sse')
  }

  /** HTTP+SSE: accepts a message. The response follows on the event stream, which the machine writes. */
  async receive(request: McpRequest, reply: FastifyReply): Promise<unknown> {
    const { body, params } = request
    const sender = senderOf(request)
    const session = requireSessionId(String(request.query.sessionId))!
    const target = { tunnel: params.tunnel, server: params.server, session }
    if (!isToolCall(body)) {
      if (isCancellation(body) && (await cancelToolRun(this.#app, sender, target, body.params.requestId)))
        return reply.code(202).send('Accepted')
      return this.#forward(request, reply, sender, '/messages', session)
    }
    const call = parseToolCall(body)
    if (!call) return rejectCall(reply)
    const rejection = await this.#checkSession(sender, target)
    if (rejection) return this.#relay(rejection, reply, sender)
    // One after the other, so that the response follows the progress.
    let sent = Promise.resolve()
    void callTool(this.#app, sender, target, call, (message) => {
      sent = sent.then(() => this.#respond(sender, target, message))
    })
    return reply.code(202).send('Accepted')
  }

  async #call(
    request: McpRequest,
    reply: FastifyReply,
    sender: Sender,
    session: string | undefined,
  ): Promise<unknown> {
    const call = parseToolCall(request.body)
    if (!call) return rejectCall(reply)
    const { tunnel, server } = request.params
    // The machine rejects a call without a session, or in a session of another requester.
    const rejection = await this.#checkSession(sender, { tunnel, server, session })
    if (rejection) return this.#relay(rejection, reply, sender)
    const target = { tunnel, server, session: session! }
    await answerWithEvents(this.#app, this.#open, sender, target, call, hijackResponse(reply))
    return reply
  }

  /** Returns the response of the machine if it does not have this session. */
  async #checkSession(
    sender: Sender,
    { tunnel, server, session }: Omit<McpSession, 'session'> & { session: string | undefined },
  ): Promise<MachineResponse | undefined> {
    const head = { server, session, method: 'GET', path: '/session' }
    const response = await this.#ask(tunnel, head, sender, undefined)
    if (response.head.status !== 204) return response
    discard(response)
    return undefined
  }

  /** Writes a message to the event stream of a session, wherever that is connected. */
  async #respond(sender: Sender, { tunnel, server, session }: McpSession, message: object): Promise<void> {
    const head = { server, session, method: 'POST', path: '/respond' }
    try {
      discard(await this.#ask(tunnel, head, sender, message))
    } catch (error) {
      this.#app.log.debug({ reason: (error as Error).message }, 'a response did not reach its event stream')
    }
  }

  async #forward(
    request: McpRequest,
    reply: FastifyReply,
    sender: Sender,
    path: '' | '/sse' | '/messages',
    session?: string,
  ): Promise<unknown> {
    const { method, params } = request
    const base = `/mcp/tunnels/${params.tunnel}/${params.server}`
    const head = { server: params.server, session, method, path, base }
    const body = method === 'POST' ? request.body : undefined
    return this.#relay(await this.#ask(params.tunnel, head, sender, body), reply, sender)
  }

  async #ask(tunnel: string, head: object, { caller }: Sender, body: unknown): Promise<MachineResponse> {
    const stream = await this.#machines.openStream(tunnel, { kind: 'http', ...head }, caller)
    return requestMachine(stream, body)
  }

  #relay(machine: MachineResponse, reply: FastifyReply, sender: Sender): FastifyReply {
    const response = hijackResponse(reply)
    this.#open.addResponse(sender, response)
    relayResponse(machine, response)
    return reply
  }
}

/** Returns the sender, unless it is a paused agent. Access to the machine is checked when its stream opens. */
function senderOf({ mcp }: McpRequest): Sender {
  requireNotPaused({ whilePaused: false }, mcp!.sender.caller)
  return mcp!.sender
}

/** Rejects an id that no machine makes, before it reaches one. */
function requireSessionId(id: string | undefined): string | undefined {
  if (id === undefined || /^[\w-]{16,64}$/.test(id)) return id
  return reject('not_found', { kind: 'session', ref: id.slice(0, 60) })
}

function rejectCall(reply: FastifyReply): FastifyReply {
  const error = rpcError(invalidRequest, 'This tool call is not a valid request with an id and a tool name.')
  return reply.code(400).type('application/json').send(error)
}

function isCancellation(body: unknown): body is { params: { requestId: string | number } } {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { requestId?: unknown } }
  if (method !== 'notifications/cancelled') return false
  return typeof params?.requestId === 'string' || typeof params?.requestId === 'number'
}
