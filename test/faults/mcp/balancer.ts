import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SeededRandom } from '../live/random.ts'

export interface Balancer {
  url: string
  /** How many requests went to each node. */
  served: number[]
  close(): Promise<void>
}

/**
 * Starts a load balancer without sticky sessions that sends every request to a random node. It skips a node that
 * refuses connections. A connection that breaks later breaks for the client too.
 */
export async function startBalancer(nodes: string[], random: SeededRandom): Promise<Balancer> {
  const served = nodes.map(() => 0)
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => void chunks.push(chunk))
    request.on('end', () => {
      const first = random.below(nodes.length)
      const order = nodes.map((_, at) => (first + at) % nodes.length)
      forward(request, Buffer.concat(chunks), response, order)
    })
  })
  const forward = (
    request: http.IncomingMessage,
    body: Buffer,
    response: http.ServerResponse,
    [number, ...others]: number[],
  ) => {
    if (number === undefined) {
      response.writeHead(503, { 'Retry-After': '1' }).end()
      return
    }
    const { method, headers, url } = request
    const forwarded = http.request(
      new URL(url!, nodes[number]),
      { method, headers, agent: false },
      (received) => {
        served[number]!++
        response.writeHead(received.statusCode!, received.headers)
        response.flushHeaders()
        received.pipe(response)
        received.on('error', () => response.destroy())
      },
    )
    forwarded.on('error', (error: NodeJS.ErrnoException) => {
      // Retries at another node only if this one can't have processed the request.
      if (error.code === 'ECONNREFUSED') forward(request, body, response, others)
      else response.destroy()
    })
    response.on('close', () => forwarded.destroy())
    forwarded.end(body)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    served,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
