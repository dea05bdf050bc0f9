import { Client, SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { TestServer } from './harness.ts'
import { eventsOf, rawMcp, request } from './raw-mcp.ts'

export interface McpListener {
  method: string
  params?: Record<string, never> & {
    uri?: string
    level?: string
    data?: { type: string; data: { title?: string } }
  }
}

/** An MCP client that receives notifications over any of the transports. */
export class Hearing {
  readonly heard: McpListener[] = []
  readonly #waiting = new Set<() => void>()
  /** Sends a request, for example to subscribe or unsubscribe. */
  ask: (method: string, params: Record<string, unknown>) => Promise<unknown> = async () => {}
  close: () => Promise<unknown> = async () => {}
  ended = false

  take(notification: McpListener): void {
    this.heard.push(notification)
    this.#wake()
  }

  end(): void {
    this.ended = true
    this.#wake()
  }

  /** Waits for the first notification that matches, and drops it and all earlier ones. */
  async next(fits: (notification: McpListener) => boolean): Promise<McpListener> {
    for (;;) {
      const index = this.heard.findIndex(fits)
      if (index >= 0) return this.heard.splice(0, index + 1).at(-1)!
      if (this.ended) throw new Error('The stream has ended.')
      await new Promise<void>((resolve) => this.#waiting.add(resolve))
    }
  }

  async untilEnd(): Promise<void> {
    while (!this.ended) await new Promise<void>((resolve) => this.#waiting.add(resolve))
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve()
    this.#waiting.clear()
  }
}

/** Listens over HTTP+SSE with the SDK's client. */
export async function listenOverSse({ url }: Pick<TestServer, 'url'>, token: string): Promise<Hearing> {
  const listener = new Hearing()
  const client = new Client({ name: 'test', version: '1' })
  client.fallbackNotificationHandler = async (notification) => listener.take(notification as McpListener)
  client.onclose = () => listener.end()
  const requestInit = { headers: { Authorization: `Bearer ${token}` } }
  await client.connect(new SSEClientTransport(new URL('/mcp/sse', url), { requestInit }))
  listener.ask = (method, params) => client.request({ method, params } as never)
  listener.close = () => client.close()
  return listener
}

/** Listens on the stream of a session, as in the 2025 revisions. The stream is open when this returns. */
export async function listenOverGet(
  { url }: Pick<TestServer, 'url'>,
  token: string,
  given?: string,
  postUrl = url,
): Promise<Hearing> {
  const listener = new Hearing()
  const session = given ?? (await rawMcp(url, token).begin())
  const response = await rawMcp(url, token).get({ session })
  const read = async () => {
    for await (const { data } of eventsOf(response)) if (data) listener.take(JSON.parse(data) as McpListener)
  }
  void read().then(
    () => listener.end(),
    () => listener.end(),
  )
  listener.ask = async (method, params) => {
    const body = await (await rawMcp(postUrl, token).post(request(method, params), { session })).text()
    const { result, error } = JSON.parse(/(\{.*\})/.exec(body)![1]!) as { result?: unknown; error?: object }
    if (error) throw Object.assign(new Error('rejected'), error)
    return result
  }
  listener.close = async () => response.body?.cancel().catch(() => {})
  return listener
}

/** Listens with `subscriptions/listen` and the SDK's client, as in the 2026 revision. */
export async function listen(
  { url }: Pick<TestServer, 'url'>,
  token: string,
  subscriptions: {
    resourceSubscriptions?: string[]
    resourcesListChanged?: boolean
    toolsListChanged?: boolean
  },
): Promise<Hearing> {
  const listener = new Hearing()
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  client.fallbackNotificationHandler = async (notification) => listener.take(notification as McpListener)
  const requestInit = { headers: { Authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }))
  const subscription = await client.listen(subscriptions)
  void subscription.closed.then(() => listener.end())
  listener.ask = (method, params) => client.request({ method, params } as never)
  listener.close = async () => {
    await subscription.close()
    await client.close()
  }
  return listener
}
