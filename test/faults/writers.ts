import { randomUUID } from 'node:crypto'
import { clientFor, type Person } from '../harness.ts'

/** What a client was told was done. Whatever happens then, it must still be done. */
export interface Acknowledged {
  id: string
  key: string
}

export interface Writers {
  acknowledged: Acknowledged[]
  /** Answers that are neither a success nor a refusal for want of a database. */
  unexpected: string[]
  /** Resolves with the so-manieth acknowledgement. */
  waitForCount(count: number): Promise<void>
  /** Lets every client finish what it has begun. */
  stop(): Promise<void>
}

type Write = (title: string) => Promise<Response>

/** How clients write, and what they are told: undefined for an answer that acknowledges nothing. */
interface WriterOptions {
  clients: number
  /** Each client writes in one way. */
  writeOf(client: number): Write
  acknowledged(answer: Record<string, unknown>): Acknowledged | undefined
}

/**
 * Clients that write tasks side by side, one request after another each: every other one as a person over HTTP, the
 * rest as agents over MCP. An answer counts only once it has arrived whole.
 */
export async function startWriters(url: string, person: Person, project: string, clients: number) {
  const asPerson: Write = (title) => post(`${url}/api/tasks`, person.token, { project, title })
  const asAgent = await createToolWriter(url, person, 'create_task', (title) => ({ project, title }))
  return startClients({
    clients,
    writeOf: (number) => (number % 2 === 0 ? asPerson : asAgent),
    acknowledged: ({ id, key }) =>
      typeof id === 'string' && typeof key === 'string' ? { id, key } : undefined,
  })
}

/** Clients that store memory side by side, all of them as agents over MCP. What is stored is the key. */
export async function startMemoryWriters(url: string, person: Person, project: string, clients: number) {
  const asAgent = await createToolWriter(url, person, 'store_memory', (content) => ({
    ...{ scope: 'project', project, content },
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
      const answer = await send(write, `Client ${number}, task ${count}, ${randomUUID()}`, acknowledged)
      if (answer === 'gone') return
      if (answer === 'unavailable') continue
      if (typeof answer === 'string') writers.unexpected.push(answer)
      else writers.acknowledged.push(answer)
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
    const response = await write(title)
    status = response.status
    text = await response.text()
  } catch {
    // Nobody answered, or not to the end.
    return 'gone'
  }
  const answer = messageIn(text)
  if (answer?.code === 'unavailable' && (status === 503 || status === 200)) return 'unavailable'
  return (answer && acknowledged(answer)) ?? `${status} ${text}`
}

/** The task or the problem, out of the body, or out of the result of a tool in an event or a body. */
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
