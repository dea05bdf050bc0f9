import net from 'node:net'

/** A TCP proxy to a server that can stop forwarding, as if the server hung: connections stay open but silent. */
export interface TcpProxy {
  /** URL of the server through this proxy. */
  url: string
  pause(): void
  resume(): void
  /** Drops all connections. New ones work. */
  cut(): void
  close(): void
}

export async function startTcpProxy(serverUrl: string): Promise<TcpProxy> {
  const target = new URL(serverUrl)
  const sockets = new Set<net.Socket>()
  let isPaused = false
  const server = net.createServer((near) => {
    const far = net.connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (data) => to.write(data))
      from.on('end', () => to.end())
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      if (isPaused) from.pause()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  const near = new URL(serverUrl)
  near.port = String((server.address() as net.AddressInfo).port)
  near.hostname = '127.0.0.1'
  return {
    url: near.href,
    pause() {
      isPaused = true
      for (const socket of sockets) socket.pause()
    },
    resume() {
      isPaused = false
      for (const socket of sockets) socket.resume()
    },
    cut,
    close() {
      server.close()
      cut()
    },
  }
}
