import { Client, SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as ClientOf2025 } from '@modelcontextprotocol/sdk/client/index.js'
import { SSEClientTransport as SseOf2025 } from '@modelcontextprotocol/sdk/client/sse.js'
import { StreamableHTTPClientTransport as HttpOf2025 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

export type McpTransport = 'HTTP' | 'SSE'

export interface ClientOptions {
  token: string
  transport: McpTransport
  capabilities?: object
}

/** Connects a client 2.x to an MCP server of a machine. It tries the newest revision first. */
export async function connectClient(url: string, options: ClientOptions): Promise<Client> {
  const { transport, capabilities = {} } = options
  const client = new Client(
    { name: 'test', version: '1' },
    { capabilities, versionNegotiation: { mode: 'auto' } },
  )
  const Transport = transport === 'SSE' ? SSEClientTransport : StreamableHTTPClientTransport
  await client.connect(new Transport(addressOf(url, options), headersOf(options)))
  return client
}

/** Connects a client of the SDK 1.x. */
export async function connectClientOf2025(url: string, options: ClientOptions): Promise<Client> {
  const client = new ClientOf2025({ name: 'test', version: '1' })
  const Transport = options.transport === 'SSE' ? SseOf2025 : HttpOf2025
  await client.connect(new Transport(addressOf(url, options), headersOf(options)))
  return client as unknown as Client
}

function addressOf(url: string, { transport }: ClientOptions): URL {
  return new URL(transport === 'SSE' ? `${url}/sse` : url)
}

function headersOf({ token }: ClientOptions) {
  return { requestInit: { headers: { Authorization: `Bearer ${token}` } } }
}

interface Message {
  params?: { progress?: number; total?: number }
  result?: object
}

/** Records what arrives. The SDKs drop a progress notification that arrives in one chunk with the response. */
export function recordMessages({ transport }: Client): Message[] {
  const messages: Message[] = []
  const { onmessage } = transport!
  transport!.onmessage = (message, extra) => {
    messages.push(message as Message)
    onmessage?.(message, extra)
  }
  return messages
}
