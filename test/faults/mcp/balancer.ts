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
 * Sends every request to a node that nobody can foresee, as a load balancer without any memory does. A node that cannot be
 * reached is passed over; a connection that breaks later breaks for the client too.
 */
export async function startBalancer(nodes: string[], chance: SeededRandom): Promise<Balancer> {
  const served = nodes.map(() => 0)
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => void chunks.push(chunk))
    request.on('end', () => {
      const first = chance.below(nodes.length)
      const order = nodes.map((_, at) => (first + at) % nodes.length)
      pass(request, Buffer.concat(chunks), response, order)
    })
  })
  const pass = (
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
    const onward = http.request(new URL(url!, nodes[number]), { method, headers, agent: false }, (answer) => {
      served[number]!++
      response.writeHead(answer.statusCode!, answer.headers)
      response.flushHeaders()
      answer.pipe(response)
      answer.on('error', () => response.destroy())
    })
    onward.on('error', (error: NodeJS.ErrnoException) => {
      // Only where nothing can have been done yet is it asked of another.
      if (error.code === 'ECONNREFUSED') pass(request, body, response, others)
      else response.destroy()
    })
    response.on('close', () => onward.destroy())
    onward.end(body)
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
