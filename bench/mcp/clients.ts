import http from 'node:http'

/** A client of one of the transports, as thin as can be: what it costs must not hide what the server does. */
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
  const waiting = new Map<number, (answer: string) => void>()
  const headers = { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' }
  const stream = await ask(`${url}/mcp/sse`, { method: 'GET', headers })
  const endpoint = await new Promise<string>((resolve) => {
    onEvents(stream, (data) => {
      if (data.startsWith('/')) return resolve(url + data)
      const { id } = JSON.parse(data) as { id?: number }
      if (id !== undefined) waiting.get(id)?.(data)
    })
  })
  let ids = 0
  const post = async (message: object) => {
    const body = JSON.stringify(message)
    const response = await ask(
      endpoint,
      { method: 'POST', agent, headers: { ...headers, ...json(body) } },
      body,
    )
    if (response.statusCode !== 202) throw new Error(`A message was answered ${response.statusCode}.`)
    await textOf(response)
  }
  const request = async (message: object) => {
    const id = ++ids
    const answer = new Promise<string>((resolve) => waiting.set(id, resolve))
    await post({ jsonrpc: '2.0', id, ...message })
    const text = await answer
    waiting.delete(id)
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

/** With a session, and with the stream for what the server has to say if `listens`. */
export async function connectSession(url: string, token: string, listens = false): Promise<McpClient> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const headers: Record<string, string> = {
    Authorization: `Bearer ${token}`,
    Accept: 'application/json, text/event-stream',
  }
  let ids = 0
  const post = async (message: object) => {
    const body = JSON.stringify(message)
    const response = await ask(
      `${url}/mcp`,
      { method: 'POST', agent, headers: { ...headers, ...json(body) } },
      body,
    )
    const text = await textOf(response)
    if (response.statusCode! >= 300) throw new Error(`A message was answered ${response.statusCode}: ${text}`)
    const session = response.headers['mcp-session-id']
    if (session) headers['Mcp-Session-Id'] = String(session)
    return text
  }
  await post({ jsonrpc: '2.0', id: 0, ...initialize })
  headers['MCP-Protocol-Version'] = '2025-11-25'
  await post(initialized)
  const stream = listens
    ? await ask(`${url}/mcp`, { method: 'GET', headers: { ...headers, Accept: 'text/event-stream' } })
    : undefined
  stream?.resume()
  return {
    call: (tool, input) =>
      post({
        ...{ jsonrpc: '2.0', id: ++ids, method: 'tools/call' },
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
  const named = 'io.modelcontextprotocol/'
  const meta = {
    [`${named}protocolVersion`]: '2026-07-28',
    [`${named}clientCapabilities`]: {},
    [`${named}clientInfo`]: clientInfo,
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
      const response = await ask(`${url}/mcp`, options, body)
      const text = await textOf(response)
      if (response.statusCode !== 200) throw new Error(`A call was answered ${response.statusCode}: ${text}`)
      return text
    },
    close: () => agent.destroy(),
  }
}

function ask(url: string, options: http.RequestOptions, body?: string): Promise<http.IncomingMessage> {
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

function onEvents(stream: http.IncomingMessage, heard: (data: string) => void): void {
  let rest = ''
  stream.setEncoding('utf8')
  stream.on('error', () => {})
  stream.on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\n\n')
    rest = parts.pop()!
    for (const part of parts) {
      const data = /^data: (.*)$/m.exec(part)?.[1]
      if (data !== undefined) heard(data)
    }
  })
}

function json(body: string) {
  return { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }
}
