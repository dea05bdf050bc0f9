import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * How a server stops without cutting anybody off. For a short grace it goes on as before, so that what is already on its
 * way (in a buffer, or waiting to be accepted) still gets in; then it takes no new connections, answers what has
 * arrived, and closes each connection as soon as it has nothing to do. Returns the function that does it.
 */
export function prepareDrain(http: FastifyInstance, grace: number): () => Promise<void> {
  // Clients open connections in advance; Node counts one that never said a word as busy.
  const silent = new Set<Socket>()
  http.server.on('connection', (socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  return async () => {
    await new Promise((resolve) => setTimeout(resolve, grace))
    const sweep = setInterval(() => {
      http.server.closeIdleConnections()
      for (const socket of silent) if (socket.bytesRead === 0) socket.destroy()
    }, 50)
    await http.close()
    clearInterval(sweep)
  }
}
