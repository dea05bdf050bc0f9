import net from 'node:net'
import { WebSocket } from 'ws'
import { Multiplexer } from '../../server/platform/multiplexer.ts'
import { createWsTransport, dialOptions } from '../../server/platform/ws-transport.ts'

export type Target = 'echo' | 'sink' | 'stuck'

/** One stream to the far end, through any of the contenders. */
export interface Pipe {
  /** Resolves when more can be written. */
  write(chunk: Uint8Array): Promise<void>
  end(): void
  onData(listener: (chunk: Uint8Array) => void): void
}

/** Opens a pipe to a target of the far end. */
export type Open = (target: Target) => Promise<Pipe>

/** Opens streams of one client socket of a tunnel. */
export async function openTunnel(url: string, tunnel: string, token: string): Promise<Open> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/tunnels/${tunnel}/ws`, {
    headers: { Authorization: `Bearer ${token}` },
    ...dialOptions(url),
  })
  await new Promise((resolve, fail) => socket.on('open', resolve).on('error', fail))
  const connection = new Multiplexer(createWsTransport(socket), { dialer: true, accept() {} })
  return async (server) => {
    const stream = connection.open({ kind: 'mcp', server })
    // The far end is stopped at the end, which resets streams.
    stream.onReset(
      ({ code, reason }) => server === 'stuck' || console.error(`A stream was reset with ${code}: ${reason}`),
    )
    return {
      write(chunk) {
        stream.write(chunk)
        return stream.writable()
      },
      end: () => stream.end(),
      onData: (listener) =>
        stream.onData((chunk) => {
          stream.consume(chunk.length)
          listener(chunk)
        }),
    }
  }
}

/** Opens TCP connections, to a relay or straight to the far end. */
export function openTcp(ports: Partial<Record<Target, number>>): Open {
  return (target) =>
    new Promise((resolve, fail) => {
      const options = { port: ports[target]!, host: '127.0.0.1', allowHalfOpen: true, noDelay: true }
      const socket = net.connect(options, () =>
        resolve({
          write: (chunk) =>
            socket.write(chunk)
              ? Promise.resolve()
              : new Promise((drained) => void socket.once('drain', drained)),
          end: () => void socket.end(),
          onData: (listener) => void socket.on('data', listener),
        }),
      )
      socket.on('error', fail)
    })
}
