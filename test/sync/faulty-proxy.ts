import { randomInt } from 'node:crypto'
import net from 'node:net'

/** A TCP proxy that delays data, and cuts connections in the middle of requests and responses. */
export interface FaultyProxy {
  url: string
  /** The number of connections that it cut. */
  cuts(): number
  close(): void
}

const maxDelayMs = 15
/** One in this many pieces of data ends its connection. */
const cutOneIn = 12

export async function startFaultyProxy(serverUrl: string): Promise<FaultyProxy> {
  const target = new URL(serverUrl)
  const sockets = new Set<net.Socket>()
  let cuts = 0
  const server = net.createServer((near) => {
    const far = net.connect(Number(target.port), target.hostname)
    forward(near, far)
    forward(far, near)
  })
  function forward(from: net.Socket, to: net.Socket): void {
    sockets.add(from)
    from.on('data', (data) => {
      from.pause()
      const isCut = randomInt(cutOneIn) === 0
      setTimeout(() => {
        if (isCut) {
          cuts++
          to.write(data.subarray(0, randomInt(data.length)), () => to.destroy())
          from.destroy()
        } else if (!to.destroyed) to.write(data, () => from.resume())
      }, randomInt(maxDelayMs))
    })
    from.on('end', () => to.end())
    from.on('error', () => to.destroy())
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    cuts: () => cuts,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
