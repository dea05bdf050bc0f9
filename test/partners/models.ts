import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ModelRequest, type Turn, respondWith } from './model-turns.ts'

export { type ModelRequest, type Turn, offeredTools, toolResults } from './model-turns.ts'

export interface ModelServer {
  url: string
  requests: ModelRequest[]
  /** Failures for the next requests: a status, or a reset connection. */
  failures: (number | 'reset')[]
  /** The replies to the next questions: texts, calls of tools, errors, or functions of the request. */
  turns: Turn[]
  /** The reply to all other questions. */
  defaultTurn: Turn
  close(): Promise<void>
}

/** Starts a local server for the parts of the OpenAI, Ollama and Anthropic protocols that Baton uses. */
export async function startModels(dimensions = 8): Promise<ModelServer> {
  const requests: ModelRequest[] = []
  const failures: ModelServer['failures'] = []
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>
    const received = { path: request.url!, headers: request.headers, body, hasDisconnected: false }
    requests.push(received)
    response.on('close', () => (received.hasDisconnected = !response.writableEnded))
    const failure = failures.shift()
    const handler = handlers[request.url!]
    if (failure === 'reset') request.socket.destroy()
    else if (failure) response.writeHead(failure).end('{"error": "not now"}')
    else if (/^(\/v1\/chat\/completions|\/v1\/messages)$/.test(request.url!))
      await respondWith(partner.turns.shift() ?? partner.defaultTurn, received, response)
    else if (handler) handler(body, response)
    else response.writeHead(404).end()
  })
  const json = (response: http.ServerResponse, value: unknown) =>
    void response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))
  const handlers: Record<string, (body: Record<string, unknown>, response: http.ServerResponse) => void> = {
    // Returns the embeddings out of order, as the protocol allows.
    '/v1/embeddings': ({ input }, response) =>
      json(response, {
        data: (input as string[])
          .map((text, index) => ({ index, embedding: vectorOf(text, dimensions) }))
          .toReversed(),
      }),
    '/api/embed': ({ input }, response) =>
      json(response, { embeddings: (input as string[]).map((text) => vectorOf(text, dimensions)) }),
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const partner: ModelServer = {
    url: `http://127.0.0.1:${port}`,
    requests,
    failures,
    turns: [],
    defaultTurn: { text: ['It is ', 'known [1].'] },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return partner
}

/** Returns a vector that is the same for texts with the same words. */
function vectorOf(text: string, dimensions: number): number[] {
  const vector = Array.from({ length: dimensions }, () => 0.01)
  for (const word of text.toLowerCase().match(/\w+/g) ?? []) {
    let hash = 7
    for (const character of word) hash = (hash * 31 + character.codePointAt(0)!) % 1_000_003
    vector[hash % dimensions]!++
  }
  return vector
}
