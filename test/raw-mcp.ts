/** A handwritten MCP client, for requests that no SDK client sends. */
export interface RawMcp {
  /** Sends a message, or several as a list. */
  post(message: object, options?: RawOptions): Promise<Response>
  get(options?: RawOptions): Promise<Response>
  end(options?: RawOptions): Promise<Response>
  /** Starts a session and returns its id. */
  startSession(protocolVersion?: string, clientInfo?: { name: string; version: string }): Promise<string>
}

export interface RawOptions {
  session?: string
  headers?: Record<string, string>
}

export function rawMcp(url: string, token: string, path = '/mcp'): RawMcp {
  const send = (method: string, { session, headers }: RawOptions, body?: object) =>
    fetch(`${url}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        Accept: 'application/json, text/event-stream',
        ...(body && { 'Content-Type': 'application/json' }),
        ...(session && { 'Mcp-Session-Id': session }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
  const post = (message: object, options: RawOptions = {}) => send('POST', options, message)
  return {
    post,
    get: (options = {}) => send('GET', options),
    end: (options = {}) => send('DELETE', options),
    async startSession(protocolVersion = '2025-11-25', clientInfo = { name: 'by hand', version: '1' }) {
      const response = await post(request('initialize', { protocolVersion, capabilities: {}, clientInfo }))
      await response.text()
      const session = response.headers.get('mcp-session-id')
      if (!session) throw new Error(`No session was started: ${response.status}`)
      const confirmation = await post({ jsonrpc: '2.0', method: 'notifications/initialized' }, { session })
      if (confirmation.status !== 202)
        throw new Error(`The server did not accept the session: ${confirmation.status}`)
      return session
    },
  }
}

let numbers = 0

export function request(method: string, params: object = {}, id: number | string = ++numbers) {
  return { jsonrpc: '2.0', id, method, params }
}

export function call(name: string, args: object = {}, id?: number | string) {
  return request('tools/call', { name, arguments: args }, id)
}

/** Yields the events of a stream with their fields as sent. Skips comments. */
export async function* eventsOf(response: Response): AsyncGenerator<Record<string, string>> {
  let text = ''
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk
    const events = text.split('\n\n')
    text = events.pop()!
    for (const event of events) {
      const fields = event.split('\n').map((line) => /^(\w*): ?(.*)$/.exec(line)!)
      const named = fields.filter(([, name]) => name !== '').map(([, name, value]) => [name!, value!])
      if (named.length > 0) yield Object.fromEntries(named) as Record<string, string>
    }
  }
}
