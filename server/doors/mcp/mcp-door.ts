import {
  type McpServer,
  type Server,
  type ServerNotifier,
  createMcpHandler,
} from '@modelcontextprotocol/server'
import { toNodeHandler } from '@modelcontextprotocol/node'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authenticateForMcp } from '../../domains/credentials/authenticate.ts'
import type { SessionRow } from '../../domains/mcp/session-rows.ts'
import type { App } from '../../operations/context.ts'
import { factsOf } from '../http/facts.ts'
import { countRequest } from '../http/rate-limit.ts'
import { bearerOf } from '../http/routes.ts'
import type { Hub } from '../live/hub.ts'
import type { Connections } from './transports/connections.ts'
import { Listening } from './notifications/listening.ts'
import { createMcpServer } from './mcp-server.ts'
import { OpenStreams, hijackResponse } from './transports/open-streams.ts'
import { Relay } from './transports/relay.ts'
import { type Sender, senderInfo } from './sender.ts'
import { Sessions } from './transports/sessions.ts'
import { SignedIds } from './transports/signed-ids.ts'
import { SseStreams } from './transports/sse.ts'
import { Notifier } from './notifications/notifier.ts'
import { StreamableHttp, header, isOfSession } from './transports/streamable-http.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the body is read: who sends it, and the session that it names. */
    mcp?: { sender: Sender; session?: SessionRow | undefined }
  }
}

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
  const told = new Notifier(hub, ids)
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

  http.decorateRequest('mcp')
  const admit = async (request: FastifyRequest, reply: FastifyReply) => {
    request.mcp = { sender: await senderOf(app, request, reply) }
  }
  const admitWithSession = async (request: FastifyRequest, reply: FastifyReply) => {
    const sessionId = header(request, 'mcp-session-id')
    // Two questions that travel to the database together.
    const [sender, session] = await Promise.all([
      senderOf(app, request, reply),
      sessionId === undefined ? undefined : sessions.look(sessionId),
    ])
    request.mcp = { sender, session }
  }

  http.all('/mcp', { onRequest: admitWithSession }, async (request, reply) => {
    const { sender, session } = request.mcp!
    countBatch(app, sender, request, reply)
    if (isOfSession(request)) return streamable.serve(request, reply, sender, session)
    const raw = Object.assign(request.raw, { auth: senderInfo(sender) })
    await listening.answering(sender, request.body, reply.raw, () => {
      const response = hijackResponse(reply)
      open.addResponse(sender, response)
      return answer(raw, response, request.body)
    })
    return reply
  })
  http.get('/mcp/sse', { onRequest: admit }, async (request, reply) => {
    await streams.open(reply, request.mcp!.sender)
    return reply
  })
  const onMessages = { onRequest: admit }
  http.post<{ Querystring: { sessionId?: string } }>('/mcp/messages', onMessages, async (request, reply) => {
    const { sender } = request.mcp!
    countBatch(app, sender, request, reply)
    await streams.receive(relay, String(request.query.sessionId), sender, request.body)
    return reply.code(202).send('Accepted')
  })
}

/** Authenticates and counts a request before its body is read. */
async function senderOf(app: App, request: FastifyRequest, reply: FastifyReply): Promise<Sender> {
  const caller = await authenticateForMcp(app, bearerOf(request))
  request.caller = caller
  countRequest(app, `credential ${caller.credentialId}`, app.config.RATE_LIMIT_MCP, reply)
  return { caller, facts: factsOf(request) }
}

/** Counts each further message of a batch as a request. */
function countBatch(app: App, { caller }: Sender, { body }: FastifyRequest, reply: FastifyReply): void {
  const { RATE_LIMIT_MCP } = app.config
  const more = Array.isArray(body) ? Math.min(body.length, RATE_LIMIT_MCP) - 1 : 0
  for (let message = 0; message < more; message++)
    countRequest(app, `credential ${caller.credentialId}`, RATE_LIMIT_MCP, reply)
}
