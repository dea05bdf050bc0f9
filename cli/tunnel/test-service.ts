import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { readLines, sendLine } from '../../server/platform/json-lines.ts'
import { Multiplexer, type MuxStream } from '../../server/platform/multiplexer.ts'
import { createWsTransport, frameSocketOptions } from '../../server/platform/ws-transport.ts'
import type { Fields } from '../cells.ts'

/** A connection of a machine, as the service sees it. */
export interface MachineConnection {
  socket: WebSocket
  mux: Multiplexer
  authorization: string | undefined
  hello: Fields
  send(message: object): void
  /** Waits for a control message, also one that was already received. */
  receives(matches: (message: Fields) => boolean): Promise<Fields>
  closed: Promise<number>
}

/** Starts the reverse socket alone, so that a test decides each message and each close code. */
export async function startService() {
  const server = http.createServer((_request, response) => response.writeHead(404).end())
  const sockets = new WebSocketServer({ ...frameSocketOptions, server, path: '/api/tunnels/reverse' })
  const arrived: MachineConnection[] = []
  let waiting: (() => void)[] = []
  const wake = () => {
    for (const resume of waiting.splice(0)) resume()
  }
  sockets.on('connection', (socket, request) => {
    const messages: Fields[] = []
    const closed = once(socket, 'close').then(([code]) => Number(code))
    const accept = (stream: MuxStream) => {
      if ((stream.header as Fields).kind !== 'control') return stream.end()
      readLines(stream, 4 * 1024 * 1024, (value) => {
        const message = value as Fields
        messages.push(message)
        if (message.type === 'hello')
          arrived.push({
            socket,
            mux,
            closed,
            hello: message,
            authorization: request.headers.authorization,
            send: (sent) => sendLine(stream, sent),
            receives: (matches) => until(() => messages.find(matches)),
          })
        wake()
      })
    }
    const mux = new Multiplexer(createWsTransport(socket), { dialer: false, accept })
  })
  async function until<Value>(find: () => Value | undefined): Promise<Value> {
    for (;;) {
      const found = find()
      if (found !== undefined) return found
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Waits for the next machine that says hello, and welcomes it. */
    async welcome(): Promise<MachineConnection> {
      const connection = await until(() => arrived.shift())
      connection.send({ type: 'welcome', tunnel: { id: 'tunnel-1', name: 'build box' }, owner })
      return connection
    },
    stop() {
      for (const socket of sockets.clients) socket.terminate()
      waiting = []
      server.close()
      server.closeAllConnections()
    },
  }
}

const owner = { id: 'user-1', name: 'Ada', username: 'ada', email: 'ada@example.com' }

/** Returns an order of the owner. */
export function orderOf(id: string, action: string, target: string | null, input: object = {}) {
  return {
    id,
    action,
    target,
    input,
    timeoutSeconds: 60,
    createdAt: new Date().toISOString(),
    requester: {
      userId: owner.id,
      name: 'Ada\u001b[31m',
      username: 'ada',
      email: owner.email,
      isOwner: true,
      agent: null,
    },
  }
}
