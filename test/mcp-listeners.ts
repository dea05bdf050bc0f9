import { Client, SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { TestServer } from './harness.ts'
import { eventsOf, rawMcp, request } from './raw-mcp.ts'

export interface McpNotification {
  method: string
  params?: Record<string, never> & {
    uri?: string
    level?: string
    data?: { type: string; data: { title?: string } }
  }
}

/** An MCP client that receives notifications over any of the transports. */
export class NotificationListener {
  readonly notifications: McpNotification[] = []
  readonly #waiting = new Set<() => void>()
  /** Sends a request, for example to subscribe or unsubscribe. */
  request: (method: string, params: Record<string, unknown>) => Promise<unknown> = async () => {}
  close: () => Promise<unknown> = async () => {}
  ended = false

  add(notification: McpNotification): void {
    this.notifications.push(notification)
    this.#wake()
  }

  end(): void {
    this.ended = true
    this.#wake()
  }

  /** Waits for the first notification that matches, and drops it and all earlier ones. */
  async next(fits: (notification: McpNotification) => boolean): Promise<McpNotification> {
    for (;;) {
      const index = this.notifications.findIndex(fits)
      if (index >= 0) return this.notifications.splice(0, index + 1).at(-1)!
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
export async function listenOverSse(
  { url }: Pick<TestServer, 'url'>,
  token: string,
): Promise<NotificationListener> {
  const listener = new NotificationListener()
  const client = new Client({ name: 'test', version: '1' })
  client.fallbackNotificationHandler = async (notification) => listener.add(notification as McpNotification)
  client.onclose = () => listener.end()
  const requestInit = { headers: { Authorization: `Bearer ${token}` } }
  await client.connect(new SSEClientTransport(new URL('/mcp/sse', url), { requestInit }))
  listener.request = (method, params) => client.request({ method, params } as never)
  listener.close = () => client.close()
  return listener
}

/** Listens on the stream of a session, as in the 2025 revisions. The stream is open when this returns. */
export async function listenOverGet(
  { url }: Pick<TestServer, 'url'>,
  token: string,
  given?: string,
  postUrl = url,
): Promise<NotificationListener> {
  const listener = new NotificationListener()
  const session = given ?? (await rawMcp(url, token).startSession())
  const response = await rawMcp(url, token).get({ session })
  const read = async () => {
    for await (const { data } of eventsOf(response))
      if (data) listener.add(JSON.parse(data) as McpNotification)
  }
  void read().then(
    () => listener.end(),
    () => listener.end(),
  )
  listener.request = async (method, params) => {
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
): Promise<NotificationListener> {
  const listener = new NotificationListener()
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  client.fallbackNotificationHandler = async (notification) => listener.add(notification as McpNotification)
  const requestInit = { headers: { Authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }))
  const subscription = await client.listen(subscriptions)
  void subscription.closed.then(() => listener.end())
  listener.request = (method, params) => client.request({ method, params } as never)
  listener.close = async () => {
    await subscription.close()
    await client.close()
  }
  return listener
}
