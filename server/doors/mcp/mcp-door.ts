import { createMcpHandler } from '@modelcontextprotocol/server'
import { toNodeHandler } from '@modelcontextprotocol/node'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authenticateForMcp } from '../../domains/credentials/authenticate.ts'
import type { App } from '../../operations/context.ts'
import { Refusal, refuseOver } from '../../operations/errors.ts'
import { factsOf } from '../http/facts.ts'
import { refuseForeignPages } from '../http/foreign-pages.ts'
import { rateLimitHeaders } from '../http/headers.ts'
import { bearerOf, networkKey } from '../http/routes.ts'
import type { Hub } from '../live/hub.ts'
import { Listening } from './listening.ts'
import { createMcpServer } from './mcp-server.ts'
import { type Sender, senderInfo } from './sender.ts'
import { SseStreams } from './sse.ts'
import { Told } from './told.ts'

const mostListening = 100_000

export interface McpOptions {
  /** Reads the journal for everybody. */
  hub: Hub
}

/**
 * Agents' way in: HTTP+SSE at /mcp/sse, as the specification wants it, and Streamable HTTP at /mcp for the clients of
 * 2025 and 2026. All of them lead to the same tools.
 */
export function serveMcp(app: App, http: FastifyInstance, { hub }: McpOptions): void {
  const told = new Told(hub)
  const listening = new Listening(app, hub, told)
  const streams = new SseStreams(app, told)
  const handler = createMcpHandler(() => createMcpServer(app), {
    bus: listening.bus,
    maxSubscriptions: mostListening,
    onerror: (error) => app.log.debug({ reason: error.message }, 'mcp'),
  })
  http.addHook('preClose', async () => {
    told.close()
    streams.close()
    await handler.close()
  })
  const answer = toNodeHandler(handler)

  http.all('/mcp', async (request, reply) => {
    const sender = await senderOf(app, request, reply)
    const raw = Object.assign(request.raw, { auth: senderInfo(sender) })
    await listening.answering(sender, request.body, reply.raw, () => {
      reply.hijack()
      return answer(raw, reply.raw, request.body)
    })
  })
  http.get('/mcp/sse', async (request, reply) => {
    const sender = await senderOf(app, request, reply)
    reply.hijack()
    await streams.open(reply.raw, sender, bearerOf(request)!)
  })
  http.post<{ Querystring: { sessionId?: string } }>('/mcp/messages', async (request, reply) => {
    const sender = await senderOf(app, request, reply)
    streams.receive(request.query.sessionId ?? '', sender, request.body)
    return reply.code(202).send('Accepted')
  })
}

async function senderOf(app: App, request: FastifyRequest, reply: FastifyReply): Promise<Sender> {
  refuseForeignPages(app, request)
  const { RATE_LIMIT_MCP } = app.config
  try {
    const caller = await authenticateForMcp(app, bearerOf(request))
    const allowance = app.rateLimits.count(`credential ${caller.credentialId}`, RATE_LIMIT_MCP)
    rateLimitHeaders(reply, allowance)
    refuseOver(allowance)
    return { caller, facts: factsOf(request) }
  } catch (error) {
    if (error instanceof Refusal && error.status === 401)
      refuseOver(app.rateLimits.count(networkKey(request), RATE_LIMIT_MCP))
    throw error
  }
}
