import {
  type McpServer,
  type Server,
  type ServerNotifier,
  createMcpHandler,
} from '@modelcontextprotocol/server'
import { toNodeHandler } from '@modelcontextprotocol/node'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authenticateForMcp } from '../../domains/credentials/authenticate.ts'
import type { App } from '../../operations/context.ts'
import { Refusal, refuseOver } from '../../operations/errors.ts'
import { factsOf } from '../http/facts.ts'
import { rateLimitHeaders } from '../http/headers.ts'
import { bearerOf, networkKey } from '../http/routes.ts'
import type { Hub } from '../live/hub.ts'
import type { Connections } from './transports/connections.ts'
import { Listening } from './told/listening.ts'
import { createMcpServer } from './mcp-server.ts'
import { OpenStreams, takeOver } from './transports/open-streams.ts'
import { Relay } from './transports/relay.ts'
import { type Sender, senderInfo } from './sender.ts'
import { Sessions } from './transports/sessions.ts'
import { SignedIds } from './transports/signed-ids.ts'
import { SseStreams } from './transports/sse.ts'
import { Told } from './told/told.ts'
import { StreamableHttp, header, isOfSession } from './transports/streamable-http.ts'

export interface McpOptions {
  /** Answers clients in place of the product: the official conformance suite asks for tools that nobody needs. */
  createServer?: (app: App, notify: ServerNotifier) => Server | McpServer
  /** How many streams, and how many sessions, of one token a node holds. */
  most?: number
}

const mostListening = 100_000

/**
 * Agents' way in: HTTP+SSE at /mcp/sse, as the specification wants it, and Streamable HTTP at /mcp for the clients of
 * 2025, with sessions, and of 2026, which needs none. All of them lead to the same tools.
 */
export function serveMcp(app: App, http: FastifyInstance, hub: Hub, options: McpOptions = {}): void {
  const ids = new SignedIds(app.secrets)
  const told = new Told(hub, ids)
  const listening = new Listening(hub, told)
  // Another server has its own news.
  const { createServer: other, most = 1000 } = options
  const createServer = () => other?.(app, handler.notify) ?? createMcpServer(app, told)
  const handler = createMcpHandler(createServer, {
    ...(!other && { bus: listening.bus, maxSubscriptions: mostListening }),
    onerror: (error) => app.log.debug({ reason: error.message }, 'mcp'),
  })
  const open = new OpenStreams(app)
  const onStream = other ? undefined : told.open
  const connections: Connections = { ids, open, createServer, onStream, most }
  const streams = new SseStreams(app, connections)
  const sessions = new Sessions(app, connections)
  const relay = new Relay(app, [streams, sessions])
  const streamable = new StreamableHttp(app, connections, sessions, relay)
  http.addHook('preClose', async () => {
    open.refuseMore()
    relay.close()
    told.close()
    streams.close()
    sessions.close()
    listening.close()
    if (other) await handler.close()
    open.close()
  })
  // Not before: whoever waits for an answer still gets it.
  http.addHook('onClose', () => handler.close())
  const answer = toNodeHandler(handler)

  http.all('/mcp', async (request, reply) => {
    const ofSession = isOfSession(request)
    const sessionId = ofSession ? header(request, 'mcp-session-id') : undefined
    // Two questions that travel to the database together.
    const [sender, row] = await Promise.all([
      senderOf(app, request, reply),
      sessionId === undefined ? undefined : sessions.look(sessionId),
    ])
    if (ofSession) return streamable.serve(request, reply, sender, row)
    const raw = Object.assign(request.raw, { auth: senderInfo(sender) })
    await listening.answering(sender, request.body, reply.raw, () => {
      const response = takeOver(reply)
      open.addResponse(sender, response)
      return answer(raw, response, request.body)
    })
    return reply
  })
  http.get('/mcp/sse', async (request, reply) => {
    const sender = await senderOf(app, request, reply)
    await streams.open(reply, sender)
    return reply
  })
  http.post<{ Querystring: { sessionId?: string } }>('/mcp/messages', async (request, reply) => {
    const sender = await senderOf(app, request, reply)
    await streams.receive(relay, String(request.query.sessionId), sender, request.body)
    return reply.code(202).send('Accepted')
  })
}

async function senderOf(app: App, request: FastifyRequest, reply: FastifyReply): Promise<Sender> {
  const { RATE_LIMIT_MCP } = app.config
  try {
    const caller = await authenticateForMcp(app, bearerOf(request))
    const count = () => app.rateLimits.count(`credential ${caller.credentialId}`, RATE_LIMIT_MCP)
    // A list of messages is as many of them.
    const more = Array.isArray(request.body) ? Math.min(request.body.length, RATE_LIMIT_MCP) - 1 : 0
    for (let message = 0; message < more; message++) count()
    const allowance = count()
    rateLimitHeaders(reply, allowance)
    refuseOver(allowance)
    return { caller, facts: factsOf(request) }
  } catch (error) {
    if (error instanceof Refusal && error.status === 401)
      refuseOver(app.rateLimits.count(networkKey(request), RATE_LIMIT_MCP))
    throw error
  }
}
