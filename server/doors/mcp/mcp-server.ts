import { Server, type ServerContext } from '@modelcontextprotocol/server'
import { type Handlers, type RequestContext, handleRequest } from './requests.ts'
import { senderOf } from './sender.ts'
import { serverDescription } from './server-description.ts'

/**
 * Creates the SDK's server for one request without a session. The fallback handler gets every request of the product.
 * The SDK would validate a tool call twice if it had its own handler.
 */
export function createMcpServer(handlers: Handlers): Server {
  const { info, capabilities, instructions } = serverDescription
  const server = new Server(info, { capabilities, instructions })
  // The SDK adds its own handler, which only remembers the level.
  server.removeRequestHandler('logging/setLevel')
  server.fallbackRequestHandler = (request, ctx) => handleRequest(handlers, request, contextOf(ctx, server))
  return server
}

function contextOf(
  { sessionId, http, mcpReq: { signal, notify } }: ServerContext,
  server: Server,
): RequestContext {
  return { sender: senderOf(http), sessionId, client: server.getClientVersion(), signal, notify }
}
