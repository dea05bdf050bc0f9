import { setTimeout as pause } from 'node:timers/promises'
import { Client, SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

export const transports = ['sse', 'http of 2025', 'http of 2026'] as const
export type TransportName = (typeof transports)[number]

export interface Agents {
  /** Title and id of each acknowledged task. */
  acknowledged: Map<string, string>
  /** Number of connections for each transport. */
  connections: Record<TransportName, number>
  /** Number of retried calls. */
  retries: number
  unexpected: string[]
  waitForCount(count: number): Promise<void>
  stop(): Promise<void>
}

const timeoutMs = 10_000

/**
 * Starts SDK clients that each create one task after another. A client retries a failed call with the same
 * idempotency key until it succeeds. An SSE client reconnects when its stream breaks; an HTTP client keeps its
 * session.
 */
export function startAgents(url: string, token: string, project: string, perTransport: number): Agents {
  const stopping = new AbortController()
  const waiting: { count: number; resolve: () => void }[] = []
  const agents: Agents = {
    acknowledged: new Map(),
    connections: { sse: 0, 'http of 2025': 0, 'http of 2026': 0 },
    retries: 0,
    unexpected: [],
    waitForCount: (count) =>
      new Promise((resolve) => {
        waiting.push({ count, resolve })
        resolveWaiting()
      }),
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
  const resolveWaiting = () => {
    for (const { count, resolve } of waiting) if (agents.acknowledged.size >= count) resolve()
  }

  const run = async (transport: TransportName, number: number) => {
    let connected: Connection | undefined
    const createTask = async (title: string): Promise<string | undefined> => {
      try {
        if (!connected) {
          connected = await connect(url, token, transport)
          agents.connections[transport]++
        }
        const args = { project, title, idempotencyKey: title, detail: 'full' }
        const { client, broken } = connected
        const options = { timeout: timeoutMs, signal: broken.signal }
        const result = await client.callTool({ name: 'create_task', arguments: args }, options)
        const created = result.structuredContent as { id: string; title: string } | undefined
        if (!created) {
          const text = JSON.stringify(result.content)
          // The first attempt is still running, or the database was unavailable.
          if (!/status\\":(409|503)/.test(text)) agents.unexpected.push(text)
          return undefined
        }
        if (created.title !== title) agents.unexpected.push(`"${created.title}" in response to "${title}"`)
        return created.id
      } catch (error) {
        if (transport !== 'sse' && /Session not found/.test(String(error)))
          agents.unexpected.push(`a session was lost: ${String(error)}`)
        if (transport === 'sse') {
          await connected?.client.close().catch(() => {})
          connected = undefined
        }
        return undefined
      }
    }
    for (let turn = 0; !stopping.signal.aborted; turn++) {
      const title = `${transport} ${number}, ${turn}`
      let id = await createTask(title)
      while (id === undefined) {
        agents.retries++
        await pause(50)
        id = await createTask(title)
      }
      agents.acknowledged.set(title, id)
      resolveWaiting()
    }
    await connected?.client.close().catch(() => {})
  }
  const running = transports.flatMap((transport) =>
    Array.from({ length: perTransport }, (_, number) => run(transport, number)),
  )
  return agents
}

interface Connection {
  client: Client
  /** Aborts when the stream has broken, because pending responses won't arrive. */
  broken: AbortController
}

async function connect(url: string, token: string, transport: TransportName): Promise<Connection> {
  const options = { requestInit: { headers: { Authorization: `Bearer ${token}` } } }
  const clientOptions = transport === 'http of 2026' ? { versionNegotiation: { mode: 'auto' as const } } : {}
  const client = new Client({ name: 'test', version: '1' }, clientOptions)
  const broken = new AbortController()
  if (transport === 'sse') client.onerror = () => broken.abort()
  await client.connect(
    transport === 'sse'
      ? new SSEClientTransport(new URL('/mcp/sse', url), options)
      : new StreamableHTTPClientTransport(new URL('/mcp', url), options),
    { timeout: timeoutMs },
  )
  return { client, broken }
}
