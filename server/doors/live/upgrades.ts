import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Server, WebSocket } from 'ws'
import { reject } from '../../errors/errors.ts'

export const livePath = '/api/ws'
export const reversePath = '/api/tunnels/reverse'
export const tunnelPath = '/api/tunnels/:tunnel/ws'

const socketPaths = /^\/api\/(ws|tunnels\/reverse|tunnels\/[^/]+\/ws)$/

function isSocketRequest({ url, headers }: IncomingMessage): boolean {
  return socketPaths.test(url?.split('?')[0] ?? '') && headers.upgrade?.toLowerCase() === 'websocket'
}

/**
 * Server options that upgrade only WebSocket requests to a socket endpoint. Other upgrade offers, such as `h2c` on every
 * request of some clients, are ignored and get a normal response.
 */
export const upgrades = { shouldUpgradeCallback: isSocketRequest }

/** Routes upgrade requests through the same hooks and checks as every other request before they become sockets. */
export class Upgrades {
  readonly #pending = new WeakMap<IncomingMessage, { socket: Socket; head: Buffer }>()

  constructor(http: FastifyInstance) {
    http.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
      socket.on('error', ignore)
      this.#pending.set(request, { socket, head })
      const response = new ServerResponse(request)
      response.shouldKeepAlive = false
      response.assignSocket(socket)
      response.once('finish', () => socket.end())
      http.routing(request, response)
    })
  }

  /** Rejects a request that offers no upgrade. */
  require({ raw }: FastifyRequest): void {
    if (!this.#pending.has(raw) || !isSocketRequest(raw)) reject('upgrade_required')
  }

  /**
   * Turns a request into a socket. Returns false if the client has disconnected or the handshake is invalid, and then
   * `open` isn't called.
   */
  accept<Type extends typeof WebSocket>(
    sockets: Server<Type>,
    request: FastifyRequest,
    reply: FastifyReply,
    open: (ws: InstanceType<Type>, socket: Socket) => void,
  ): boolean {
    const { socket, head } = this.#pending.get(request.raw)!
    let isOpen = false
    reply.hijack()
    reply.raw.detachSocket(socket)
    sockets.handleUpgrade(request.raw, socket, head, (ws) => {
      isOpen = true
      ws.on('error', ignore)
      open(ws, socket)
    })
    return isOpen
  }
}

function ignore(): void {}
