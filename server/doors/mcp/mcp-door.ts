import {
  type McpServer,
  type Server,
  type ServerNotifier,
  createMcpHandler,
} from '@modelcontextprotocol/server'
import { toNodeHandler } from '@modelcontextprotocol/node'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SessionRow } from './transports/session-rows.ts'
import type { App } from '../../operations/context.ts'
import { countRequest } from '../http/rate-limit.ts'
import type { Hub } from '../live/hub.ts'
import { admitSender } from './admit.ts'
import type { Connections } from './transports/connections.ts'
import { dropLargeArguments, maxReadBytes } from './transports/large-messages.ts'
import { Listening } from './notifications/listening.ts'
import { ClientConnection } from './client-connection.ts'
import { contextHandlers } from './context/context.ts'
import { createMcpServer } from './mcp-server.ts'
import type { Handlers } from './requests.ts'
import { toolHandlers } from './tools/tool-handlers.ts'
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
    /** The sender and the session of the request. Set before the body is read. */
    mcp?: { sender: Sender; session?: SessionRow | undefined }
  }
}

export interface McpOptions {
  /** Replaces the server of the product, for the official conformance suite with its own tools. */
  createServer?: (app: App, notify: ServerNotifier) => Server | McpServer
  /** The maximum number of streams, and of sessions, per token on a node. */
  maxPerToken?: number
}

const maxListening = 100_000

/**
 * Serves MCP: HTTP+SSE at /mcp/sse, and Streamable HTTP at /mcp, with sessions for clients of 2025 and without for
 * those of 2026. All transports offer the same tools.
 */
export function serveMcp(app: App, http: FastifyInstance, hub: Hub, options: McpOptions = {}): void {
  const ids = new SignedIds(app.secrets)
  const notifier = new Notifier(hub, ids)
  const listening = new Listening(hub, notifier)
  // A replacement server sends its own notifications.
  const { createServer: other, maxPerToken = 1000 } = options
  const handlers: Handlers = { ...toolHandlers(app), ...contextHandlers(app, notifier) }
  const createOther = () => other?.(app, handler.notify)
  const createServer = () => createOther() ?? new ClientConnection(handlers)
  const handler = createMcpHandler(() => createOther() ?? createMcpServer(handlers), {
    ...(!other && { bus: listening.bus, maxSubscriptions: maxListening }),
    onerror: (error) => app.log.debug({ reason: error.message }, 'mcp'),
  })
  const open = new OpenStreams(app)
  const onStream = other ? undefined : notifier.open
  const connections: Connections = { ids, open, createServer, onStream, maxPerCredential: maxPerToken }
  const streams = new SseStreams(app, connections)
  const sessions = new Sessions(app, connections)
  const relay = new Relay(app, [streams, sessions])
  const streamable = new StreamableHttp(app, connections, sessions, relay)
  http.addHook('preClose', async () => {
    open.rejectNew()
    relay.close()
    notifier.close()
    streams.close()
    sessions.close()
    listening.close()
    if (other) await handler.close()
    open.close()
  })
  // Closes last, so that pending requests still get their responses.
  http.addHook('onClose', () => handler.close())
  const handle = toNodeHandler(handler)

  http.decorateRequest('mcp')
  const admit = async (request: FastifyRequest, reply: FastifyReply) => {
    request.mcp = { sender: await admitSender(app, request, reply) }
  }
  const admitWithSession = async (request: FastifyRequest, reply: FastifyReply) => {
    const sessionId = header(request, 'mcp-session-id')
    // In parallel, so that both queries share a round trip to the database.
    const [sender, session] = await Promise.all([
      admitSender(app, request, reply),
      sessionId === undefined ? undefined : sessions.findRow(sessionId),
    ])
    request.mcp = { sender, session }
  }

  const onMcp = { onRequest: admitWithSession, bodyLimit: maxReadBytes }
  http.all('/mcp', onMcp, async (request, reply) => {
    const { sender, session } = request.mcp!
    dropLargeArguments(request)
    countBatch(app, sender, request, reply)
    if (isOfSession(request)) return streamable.serve(request, reply, sender, session)
    const raw = Object.assign(request.raw, { auth: senderInfo(sender) })
    await listening.handle(sender, request.body, reply.raw, () => {
      const response = hijackResponse(reply)
      open.addResponse(sender, response)
      return handle(raw, response, request.body)
    })
    return reply
  })
  http.get('/mcp/sse', { onRequest: admit }, async (request, reply) => {
    await streams.open(reply, request.mcp!.sender)
    return reply
  })
  const onMessages = { onRequest: admit, bodyLimit: maxReadBytes }
  http.post<{ Querystring: { sessionId?: string } }>('/mcp/messages', onMessages, async (request, reply) => {
    const { sender } = request.mcp!
    dropLargeArguments(request)
    countBatch(app, sender, request, reply)
    await streams.receive(relay, String(request.query.sessionId), sender, request.body)
    return reply.code(202).send('Accepted')
  })
}

/** Counts every message of a batch after the first as a request. */
function countBatch(app: App, { caller }: Sender, { body }: FastifyRequest, reply: FastifyReply): void {
  const limit = app.settings.get('limits.mcp')
  const more = Array.isArray(body) ? Math.min(body.length, limit) - 1 : 0
  for (let message = 0; message < more; message++)
    countRequest(app, `credential ${caller.credentialId}`, limit, reply)
}
