import http from 'node:http'

/** A minimal client of one transport, so that its cost doesn't hide that of the server. */
export interface McpClient {
  call(tool: string, input: object): Promise<string>
  close(): void
}

export type Connect = (url: string, token: string) => Promise<McpClient>

export const transports: { name: string; connect: Connect }[] = [
  { name: 'HTTP+SSE', connect: connectSse },
  { name: 'Streamable HTTP, 2025, a session', connect: connectSession },
  { name: 'Streamable HTTP, 2026, stateless', connect: connectStateless },
]

const clientInfo = { name: 'bench', version: '1' }
const initialize = {
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
}
const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' }

export async function connectSse(url: string, token: string): Promise<McpClient> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const pending = new Map<number, (response: string) => void>()
  const headers = { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' }
  const stream = await sendRequest(`${url}/mcp/sse`, { method: 'GET', headers })
  const endpoint = await new Promise<string>((resolve) => {
    onEvents(stream, (data) => {
      if (data.startsWith('/')) return resolve(url + data)
      const { id } = JSON.parse(data) as { id?: number }
      if (id !== undefined) pending.get(id)?.(data)
    })
  })
  let ids = 0
  const post = async (message: object) => {
    const body = JSON.stringify(message)
    const response = await sendRequest(
      endpoint,
      { method: 'POST', agent, headers: { ...headers, ...json(body) } },
      body,
    )
    if (response.statusCode !== 202) throw new Error(`A message returned ${response.statusCode}.`)
    await textOf(response)
  }
  const request = async (message: object) => {
    const id = ++ids
    const response = new Promise<string>((resolve) => pending.set(id, resolve))
    await post({ jsonrpc: '2.0', id, ...message })
    const text = await response
    pending.delete(id)
    return text
  }
  await request(initialize)
  await post(initialized)
  return {
    call: (tool, input) => request({ method: 'tools/call', params: { name: tool, arguments: input } }),
    close() {
      stream.destroy()
      agent.destroy()
    },
  }
}

/** Connects with a session. If `listens` is set, also opens the stream for server messages. */
export async function connectSession(url: string, token: string, listens = false): Promise<McpClient> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const headers: Record<string, string> = {
    Authorization: `Bearer ${token}`,
    Accept: 'application/json, text/event-stream',
  }
  let ids = 0
  const post = async (message: object) => {
    const body = JSON.stringify(message)
    const response = await sendRequest(
      `${url}/mcp`,
      { method: 'POST', agent, headers: { ...headers, ...json(body) } },
      body,
    )
    const text = await textOf(response)
    if (response.statusCode! >= 300) throw new Error(`A message returned ${response.statusCode}: ${text}`)
    const session = response.headers['mcp-session-id']
    if (session) headers['Mcp-Session-Id'] = String(session)
    return text
  }
  await post({ jsonrpc: '2.0', id: 0, ...initialize })
  headers['MCP-Protocol-Version'] = '2025-11-25'
  await post(initialized)
  const stream = listens
    ? await sendRequest(`${url}/mcp`, { method: 'GET', headers: { ...headers, Accept: 'text/event-stream' } })
    : undefined
  stream?.resume()
  return {
    call: (tool, input) =>
      post({
        jsonrpc: '2.0',
        id: ++ids,
        method: 'tools/call',
        params: { name: tool, arguments: input },
      }),
    close() {
      stream?.destroy()
      agent.destroy()
    },
  }
}

async function connectStateless(url: string, token: string): Promise<McpClient> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const prefix = 'io.modelcontextprotocol/'
  const meta = {
    [`${prefix}protocolVersion`]: '2026-07-28',
    [`${prefix}clientCapabilities`]: {},
    [`${prefix}clientInfo`]: clientInfo,
  }
  const headers = {
    Authorization: `Bearer ${token}`,
    Accept: 'application/json, text/event-stream',
    'MCP-Protocol-Version': '2026-07-28',
    'Mcp-Method': 'tools/call',
  }
  let ids = 0
  return {
    async call(tool, input) {
      const params = { name: tool, arguments: input, _meta: meta }
      const body = JSON.stringify({ jsonrpc: '2.0', id: ++ids, method: 'tools/call', params })
      const options = { method: 'POST', agent, headers: { ...headers, 'Mcp-Name': tool, ...json(body) } }
      const response = await sendRequest(`${url}/mcp`, options, body)
      const text = await textOf(response)
      if (response.statusCode !== 200) throw new Error(`A call returned ${response.statusCode}: ${text}`)
      return text
    },
    close: () => agent.destroy(),
  }
}

function sendRequest(
  url: string,
  options: http.RequestOptions,
  body?: string,
): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, options, resolve)
    request.once('error', reject)
    request.end(body)
  })
}

async function textOf(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

function onEvents(stream: http.IncomingMessage, receive: (data: string) => void): void {
  let rest = ''
  stream.setEncoding('utf8')
  stream.on('error', () => {})
  stream.on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\n\n')
    rest = parts.pop()!
    for (const part of parts) {
      const data = /^data: (.*)$/m.exec(part)?.[1]
      if (data !== undefined) receive(data)
    }
  })
}

function json(body: string) {
  return { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }
}
