import http from 'node:http'
import { randomUUID } from 'node:crypto'
import { NodeStreamableHTTPServerTransport, toNodeHandler } from '@modelcontextprotocol/node'
import { McpServer as ServerOf2025 } from '@modelcontextprotocol/sdk/server/mcp.js'
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js'
import { McpServer, createMcpHandler } from '@modelcontextprotocol/server'
import { z } from 'zod'

/**
 * The SDK as its own documentation uses it, with one tool that answers what it was sent: no credential, no database. Three
 * transports at the addresses of ours.
 */
const about = { name: 'echo', version: '1' }
const tool = { description: 'Answers what it was sent.', inputSchema: z.object({ task: z.string() }) }
const answer = (task: string) => ({ content: [{ type: 'text' as const, text: task }] })

function newServer(): McpServer {
  const server = new McpServer(about)
  server.registerTool('get_task', tool, ({ task }) => answer(task))
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
    answer(task),
  )
  await server.connect(transport)
}

async function inSession(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const id = request.headers['mcp-session-id'] as string | undefined
  let transport = id === undefined ? undefined : sessions.get(id)
  if (!transport) {
    transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (given) => void sessions.set(given, transport!),
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
