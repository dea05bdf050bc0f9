import http from 'node:http'

export interface Request {
  method: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: () => string
}

/**
 * Sends `count` requests from a number of clients. Each client keeps one connection and sends one request at a time.
 */
export async function load(url: string, request: Request, count: number, clients: number): Promise<void> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: clients })
  let left = count
  const client = async () => {
    while (left-- > 0) {
      const { status, text } = await send(url, request, agent)
      if (status >= 300) throw new Error(`${request.method} ${request.path} returned ${status}: ${text}`)
    }
  }
  try {
    await Promise.all(Array.from({ length: clients }, client))
  } finally {
    agent.destroy()
  }
}

export function send(
  url: string,
  { method, path, headers, body }: Request,
  agent?: http.Agent,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const content = body?.()
    const sent = http.request(
      url + path,
      { method, agent, headers: { ...headers, ...(content !== undefined && jsonHeaders(content)) } },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.once('error', reject)
        response.once('end', () =>
          resolve({ status: response.statusCode!, text: Buffer.concat(chunks).toString() }),
        )
      },
    )
    sent.once('error', reject)
    sent.end(content)
  })
}

function jsonHeaders(content: string) {
  return { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(content) }
}
