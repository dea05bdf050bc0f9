import { randomUUID } from 'node:crypto'
import { clientFor, type Person } from '../harness.ts'

/** A write that a client received a success response for. It must survive any fault. */
export interface Acknowledged {
  id: string
  key: string
}

export interface Writers {
  acknowledged: Acknowledged[]
  /** Responses that are neither a success nor a 503 for a missing database. */
  unexpected: string[]
  /** Resolves when this many writes are acknowledged. */
  waitForCount(count: number): Promise<void>
  /** Stops after every client has finished its current request. */
  stop(): Promise<void>
}

type Write = (title: string) => Promise<Response>

/** Describes how clients write, and how a response acknowledges a write. */
interface WriterOptions {
  clients: number
  /** Returns the write function of a client. */
  writeOf(client: number): Write
  acknowledged(response: Record<string, unknown>): Acknowledged | undefined
}

/**
 * Starts concurrent clients that each create one task after another: half of them as a person over HTTP, the rest as
 * agents over MCP. A response counts only when it has arrived completely.
 */
export async function startWriters(url: string, person: Person, project: string, clients: number) {
  const asPerson: Write = (title) => post(`${url}/api/tasks`, person.token, { project, title })
  const asAgent = await createToolWriter(url, person, 'create_task', (title) => ({
    project,
    title,
    detail: 'full',
  }))
  return startClients({
    clients,
    writeOf: (number) => (number % 2 === 0 ? asPerson : asAgent),
    acknowledged: ({ id, key }) =>
      typeof id === 'string' && typeof key === 'string' ? { id, key } : undefined,
  })
}

/** Starts concurrent clients that store memory as agents over MCP. The content is the key. */
export async function startMemoryWriters(url: string, person: Person, project: string, clients: number) {
  const asAgent = await createToolWriter(url, person, 'store_memory', (content) => ({
    scope: 'project',
    project,
    content,
  }))
  return startClients({
    clients,
    writeOf: () => asAgent,
    acknowledged({ memory }) {
      const { id, content } = (memory ?? {}) as { id?: string; content?: string }
      return id !== undefined && content !== undefined ? { id, key: content } : undefined
    },
  })
}

async function createToolWriter(
  url: string,
  person: Person,
  name: string,
  inputOf: (title: string) => object,
): Promise<Write> {
  const { value } = await clientFor(url, person.token)('credentials.createMcpToken', { name: 'writer' })
  return (title) =>
    post(`${url}/mcp`, value, {
      jsonrpc: '2.0',
      id: title,
      method: 'tools/call',
      params: { name, arguments: inputOf(title) },
    })
}

function startClients({ clients, writeOf, acknowledged }: WriterOptions): Writers {
  const stopping = new AbortController()
  const waiting: { count: number; resolve: () => void }[] = []
  const writers: Writers = {
    acknowledged: [],
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
  function resolveWaiting(): void {
    for (const { count, resolve } of waiting) if (writers.acknowledged.length >= count) resolve()
  }
  const client = async (_: unknown, number: number) => {
    const write = writeOf(number)
    for (let count = 0; !stopping.signal.aborted; count++) {
      const response = await send(write, `Client ${number}, task ${count}, ${randomUUID()}`, acknowledged)
      if (response === 'disconnected') return
      if (response === 'unavailable') continue
      if (typeof response === 'string') writers.unexpected.push(response)
      else writers.acknowledged.push(response)
      resolveWaiting()
    }
  }
  const running = Array.from({ length: clients }, client)
  return writers
}

async function send(
  write: Write,
  title: string,
  acknowledged: WriterOptions['acknowledged'],
): Promise<Acknowledged | string> {
  let status: number
  let text: string
  try {
    const received = await write(title)
    status = received.status
    text = await received.text()
  } catch {
    // The server didn't respond, or not completely.
    return 'disconnected'
  }
  const response = messageIn(text)
  if (response?.code === 'unavailable' && (status === 503 || status === 200)) return 'unavailable'
  return (response && acknowledged(response)) ?? `${status} ${text}`
}

/** Returns the task or the problem from a body, or from a tool result in an event or a body. */
function messageIn(text: string): Record<string, unknown> | undefined {
  try {
    const body = JSON.parse(/^data: (\{.*)$/m.exec(text)?.[1] ?? text) as Record<string, unknown>
    if (body.jsonrpc === undefined) return body
    const { result } = body as { result?: { content: { text: string }[] } }
    return result && (JSON.parse(result.content[0]!.text) as Record<string, unknown>)
  } catch {
    return undefined
  }
}

function post(url: string, token: string, body: object): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify(body),
  })
}
