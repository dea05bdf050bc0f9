import { EventEmitter, once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook as Verifier } from 'standardwebhooks'

/** A received webhook delivery. */
export interface Received {
  path: string
  headers: Record<string, string>
  body: string
  event: { id: string; type: string; project: string | null; subject: { key: string | null } }
}

type Responder = (response: http.ServerResponse, received: Received) => void

export interface Receiver {
  /** Its host and port, for WEBHOOK_HOSTS. */
  host: string
  url(path?: string): string
  received: Received[]
  /** Resolves when this many deliveries have arrived. */
  arrived(count: number): Promise<void>
  /** Sets the response to later deliveries: a status or a function. */
  respondWith(how: number | Responder): void
  /** Clears the received deliveries and responds with success again. */
  reset(): void
  close(): Promise<void>
}

/** Starts a local receiver. */
export async function startReceiver(): Promise<Receiver> {
  let how: number | Responder = 204
  const received: Received[] = []
  const arrivals = new EventEmitter()
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString()
      const headers = request.headers as Record<string, string>
      const one = { path: request.url!, headers, body, event: JSON.parse(body) as Received['event'] }
      received.push(one)
      arrivals.emit('one')
      if (typeof how === 'number') response.writeHead(how).end(how === 204 ? undefined : `status ${how}`)
      else how(response, one)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    url: (path = '/hook') => `http://127.0.0.1:${port}${path}`,
    received,
    async arrived(count) {
      while (received.length < count) await once(arrivals, 'one')
    },
    respondWith(given) {
      how = given
    },
    reset() {
      received.length = 0
      how = 204
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Verifies the signature with a public library, as a receiver would. Throws if it doesn't match the secret. */
export function verify({ body, headers }: Received, secret: string): unknown {
  return new Verifier(secret).verify(body, headers)
}
