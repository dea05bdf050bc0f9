import type { Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

// A busy proxy keeps opening connections. The drain continues after this many turns of the event loop.
const maxTurns = 1000
// Together with the other steps of a shutdown, this stays below the 30 seconds that the service files allow.
const maxDrainMs = 15_000

export interface DrainOptions {
  /** The time for which the server still works normally. */
  graceMs: number
  /** The time in which a client must send a request. */
  requestTimeoutMs: number
}

/**
 * Returns a function that stops a server without cutting off a request. For a short grace period the server works
 * normally. Then it accepts and reads everything that has reached this machine, closes the listener, and closes each
 * connection as soon as it is idle. A client that stalls in the middle of a request is disconnected at the deadline,
 * because Node's own request timeout ends with the listener.
 */
export function prepareDrain(
  http: FastifyInstance,
  { graceMs, requestTimeoutMs }: DrainOptions,
): () => Promise<void> {
  let accepted = 0
  // Clients open connections in advance. Node counts a connection that has sent nothing as busy.
  const open = new Set<Socket>()
  http.server.on('connection', (socket) => {
    accepted++
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  const silent = () => [...open].filter(({ bytesRead }) => bytesRead === 0)

  /**
   * Waits until two turns of the event loop bring no connection and no first byte. On a busy machine the timer of the
   * grace period can end before the loop has accepted the connections that wait in the kernel, and closing the listener
   * resets them.
   */
  async function acceptPending(): Promise<void> {
    const seen = () => `${accepted} ${silent().length}`
    for (let turn = 0, quiet = 0; turn < maxTurns && quiet < 2; turn++) {
      const before = seen()
      await nextTurn()
      quiet = seen() === before ? quiet + 1 : 0
    }
  }

  return async () => {
    await pause(graceMs)
    await acceptPending()
    const sweep = setInterval(() => {
      http.server.closeIdleConnections()
      for (const socket of silent()) socket.destroy()
    }, 50)
    const deadline = setTimeout(
      () => {
        for (const socket of open) socket.destroy()
      },
      Math.min(requestTimeoutMs, maxDrainMs),
    )
    await http.close()
    clearInterval(sweep)
    clearTimeout(deadline)
  }
}
