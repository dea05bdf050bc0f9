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
  async next(fits: (heard: McpListener) => boolean): Promise<McpListener> {
    for (;;) {
      const place = this.heard.findIndex(fits)
      if (place >= 0) return this.heard.splice(0, place + 1).at(-1)!
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
  const hearing = new Hearing()
  const client = new Client({ name: 'test', version: '1' })
  client.fallbackNotificationHandler = async (notification) => hearing.take(notification as McpListener)
  client.onclose = () => hearing.end()
  const requestInit = { headers: { Authorization: `Bearer ${token}` } }
  await client.connect(new SSEClientTransport(new URL('/mcp/sse', url), { requestInit }))
  hearing.ask = (method, params) => client.request({ method, params } as never)
  hearing.close = () => client.close()
  return hearing
}

/** Listens on the stream of a session, as in the 2025 revisions. The stream is open when this returns. */
export async function listenOverGet(
  { url }: Pick<TestServer, 'url'>,
  token: string,
  given?: string,
  asking = url,
): Promise<Hearing> {
  const hearing = new Hearing()
  const session = given ?? (await rawMcp(url, token).begin())
  const response = await rawMcp(url, token).get({ session })
  const read = async () => {
    for await (const { data } of eventsOf(response)) if (data) hearing.take(JSON.parse(data) as McpListener)
  }
  void read().then(
    () => hearing.end(),
    () => hearing.end(),
  )
  hearing.ask = async (method, params) => {
    const answer = await (await rawMcp(asking, token).post(request(method, params), { session })).text()
    const { result, error } = JSON.parse(/(\{.*\})/.exec(answer)![1]!) as { result?: unknown; error?: object }
    if (error) throw Object.assign(new Error('rejected'), error)
    return result
  }
  hearing.close = async () => response.body?.cancel().catch(() => {})
  return hearing
}

/** Listens with `subscriptions/listen` and the SDK's client, as in the 2026 revision. */
export async function listen(
  { url }: Pick<TestServer, 'url'>,
  token: string,
  wanted: { resourceSubscriptions?: string[]; resourcesListChanged?: boolean; toolsListChanged?: boolean },
): Promise<Hearing> {
  const hearing = new Hearing()
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  client.fallbackNotificationHandler = async (notification) => hearing.take(notification as McpListener)
  const requestInit = { headers: { Authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }))
  const subscription = await client.listen(wanted)
  void subscription.closed.then(() => hearing.end())
  hearing.ask = (method, params) => client.request({ method, params } as never)
  hearing.close = async () => {
    await subscription.close()
    await client.close()
  }
  return hearing
}
