import http from 'node:http'
import { randomUUID } from 'node:crypto'
import { NodeStreamableHTTPServerTransport, toNodeHandler } from '@modelcontextprotocol/node'
import { McpServer as ServerOf2025 } from '@modelcontextprotocol/sdk/server/mcp.js'
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js'
import { McpServer, createMcpHandler } from '@modelcontextprotocol/server'
import { z } from 'zod'

/**
 * A server as in the documentation of the SDK, with one tool that returns its input. No credential, no database. Serves
 * three transports at the same paths as Baton.
 */
const about = { name: 'echo', version: '1' }
const tool = { description: 'Returns its input.', inputSchema: z.object({ task: z.string() }) }
const resultOf = (task: string) => ({ content: [{ type: 'text' as const, text: task }] })

function newServer(): McpServer {
  const server = new McpServer(about)
  server.registerTool('get_task', tool, ({ task }) => resultOf(task))
  return server
}

const streams = new Map<string, SSEServerTransport>()
const sessions = new Map<string, NodeStreamableHTTPServerTransport>()
const stateless = toNodeHandler(createMcpHandler(newServer))

async function openStream(response: http.ServerResponse): Promise<void> {
  const transport = new SSEServerTransport('/mcp/messages', response)
  streams.set(transport.sessionId, transport)
  response.once('close', () => streams.delete(transport.sessionId))
  const server = new ServerOf2025(about)
  server.registerTool('get_task', { ...tool, inputSchema: tool.inputSchema.shape }, ({ task }) =>
    resultOf(task),
  )
  await server.connect(transport)
}

async function inSession(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const id = request.headers['mcp-session-id'] as string | undefined
  let transport = id === undefined ? undefined : sessions.get(id)
  if (!transport) {
    transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (newId) => void sessions.set(newId, transport!),
    })
    await newServer().connect(transport)
  }
  await transport.handleRequest(request, response)
}

const server = http.createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url!, 'http://localhost')
  if (pathname === '/mcp/sse') void openStream(response)
  else if (pathname === '/mcp/messages')
    void streams.get(searchParams.get('sessionId')!)!.handlePostMessage(request, response)
  else if (pathname !== '/mcp')
    response.end(`baton_nodejs_heap_size_used_bytes ${process.memoryUsage().heapUsed}`)
  else if (request.headers['mcp-protocol-version'] === '2026-07-28') void stateless(request, response)
  else void inSession(request, response)
})
server.keepAliveTimeout = 60_000
server.listen(Number(process.env.PORT), '127.0.0.1')
process.once('SIGTERM', () => process.exit(0))
