import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type ServerOptions, type WebSocket, WebSocketServer } from 'ws'
import { onTunnel } from '../../domains/tunnels/access.ts'
import { findTunnelByToken } from '../../domains/tunnels/find-machine.ts'
import { reject } from '../../errors/errors.ts'
import type { App } from '../../operations/context.ts'
import { frameSocketOptions } from '../../platform/ws-transport.ts'
import { factsOf } from '../http/facts.ts'
import { countRequest } from '../http/rate-limit.ts'
import { bearerOf, limitRate } from '../http/routes.ts'
import { type SocketQuery, authenticateSocket } from '../live/live-door.ts'
import { type Upgrades, reversePath, tunnelPath } from '../live/upgrades.ts'
import { ClientSocket } from './client-socket.ts'
import { closings } from './closings.ts'
import { Machines } from './machines.ts'

const maxSocketsPerUser = 16
// Milliseconds until a socket is terminated whose other end doesn't respond to the close frame.
const closeTimeout = 3000
const stopTimeoutMs = 1000

/** Serves the sockets of machines and of the clients that use them. */
export function serveTunnels(app: App, http: FastifyInstance, upgrades: Upgrades): Machines {
  const machines = new Machines(app)
  // The type of the options lacks `closeTimeout`.
  const options: ServerOptions & { closeTimeout: number } = {
    noServer: true,
    ...frameSocketOptions,
    closeTimeout,
  }
  const sockets = new WebSocketServer(options)
  const clients = new Set<ClientSocket>()

  http.get(reversePath, async (request, reply) => {
    upgrades.require(request)
    if (machines.isStopping) return reject('stopping')
    // Wrong tokens are counted by network, as all rejected requests are.
    const machine = await findTunnelByToken(app.database, bearerOf(request) ?? reject('unauthenticated'))
    if (!machine) return reject('invalid_credential')
    countRequest(app, `tunnel ${machine.id}`, app.settings.get('limits.api'), reply)
    upgrades.accept(sockets, request, reply, (ws) => machines.connect(machine, ws))
    return reply
  })

  http.get<{ Querystring: SocketQuery; Params: { tunnel: string } }>(tunnelPath, async (request, reply) => {
    upgrades.require(request)
    if (machines.isStopping) return reject('stopping')
    const caller = await authenticateSocket(app, request)
    limitRate(app, caller, request, reply)
    const asked = { caller, db: app.database, reads: true, hold: false }
    const { tunnel } = await onTunnel('view').check(asked, request.params)
    const open = [...clients].filter((client) => client.caller.user.id === caller.user.id)
    if (open.length >= maxSocketsPerUser)
      return reject('too_many_connections', { most: maxSocketsPerUser, seconds: 30 })
    upgrades.accept(sockets, request, reply, (ws) => {
      const client = new ClientSocket(machines, tunnel.id, caller, factsOf(request), ws)
      clients.add(client)
      machines.heartbeats.add(client.mux)
      machines.access.add(client)
      app.metrics.streams.inc({ door: 'tunnels' })
      ws.once('close', () => {
        clients.delete(client)
        app.metrics.streams.dec({ door: 'tunnels' })
      })
    })
    return reply
  })

  http.addHook('preClose', async () => {
    // Clients reconnect to another node while the machines do.
    for (const { mux } of clients) mux.close(...closings.restart)
    await machines.close()
    await endAll(sockets.clients)
  })
  return machines
}

async function endAll(sockets: Set<WebSocket>): Promise<void> {
  const isClosed = [...sockets].map((ws) => new Promise((resolve) => void ws.once('close', resolve)))
  await Promise.race([Promise.all(isClosed), pause(stopTimeoutMs)])
  for (const ws of sockets) ws.terminate()
}
