import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type RawData, type ServerOptions, type WebSocket, WebSocketServer } from 'ws'
import { authenticateForHub, authenticateTicket } from '../../domains/auth/credentials/authenticate.ts'
import { consumeTicket } from '../../domains/live/create-ticket.ts'
import { requireOrganization } from '../../operations/access.ts'
import type { KnownCaller } from '../../operations/caller.ts'
import type { App } from '../../operations/context.ts'
import { reject } from '../../errors/errors.ts'
import { factsOf } from '../http/facts.ts'
import { bearerOf, chosenOrganization, limitRate } from '../http/routes.ts'
import { closings } from './frames.ts'
import { type Connection, HubSocket } from './connection.ts'
import { Hub } from './hub.ts'
import { receive } from './messages.ts'
import { isLiveRequest, livePath } from './upgrades.ts'

const maxMessageBytes = 16 * 1024
// Milliseconds until ws terminates a socket whose client doesn't respond to the close frame.
const closeTimeout = 3000

/** Query parameters. A repeated parameter arrives as an array, which never matches a credential. */
type Query = Partial<Record<'token' | 'ticket' | 'organization', string | string[]>>

/**
 * Serves the live hub, a WebSocket that streams events. The upgrade request passes the same hooks and checks as every
 * other request before it becomes a socket.
 */
export function serveLive(app: App, http: FastifyInstance): Hub {
  const hub = new Hub(app)
  // The type of the options lacks `closeTimeout`.
  const options: ServerOptions<typeof HubSocket> & { closeTimeout: number } = {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    autoPong: false,
    maxPayload: maxMessageBytes,
    WebSocket: HubSocket,
    closeTimeout,
  }
  const sockets = new WebSocketServer(options)
  const pendingUpgrades = new WeakMap<IncomingMessage, { socket: Socket; head: Buffer }>()

  http.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    socket.on('error', ignore)
    pendingUpgrades.set(request, { socket, head })
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    response.assignSocket(socket)
    response.once('finish', () => socket.end())
    http.routing(request, response)
  })

  http.get<{ Querystring: Query }>(livePath, async (request, reply) => {
    const upgrade = pendingUpgrades.get(request.raw)
    if (!upgrade || !isLiveRequest(request.raw)) return reject('upgrade_required')
    const caller = await authenticate(app, request)
    limitRate(app, caller, request, reply)
    requireOrganization(caller, true, 'guest')
    const admission = await hub.admit(caller)
    const { socket, head } = upgrade
    let isOpen = false
    reply.hijack()
    reply.raw.detachSocket(socket)
    sockets.handleUpgrade(request.raw, socket, head, (ws) => {
      isOpen = true
      ws.connection = hub.open(admission, caller, ws, socket)
      ws.on('message', onMessage)
        .on('ping', onPing)
        .on('pong', onPong)
        .on('error', ignore)
        .on('close', onClose)
    })
    // The client has disconnected, or the handshake is invalid.
    if (!isOpen) hub.decline(admission)
    return reply
  })
  http.addHook('preClose', () => hub.close())
  return hub
}

async function authenticate(app: App, request: FastifyRequest<{ Querystring: Query }>): Promise<KnownCaller> {
  const { token, ticket, organization } = request.query
  if (ticket !== undefined) {
    const holder = await consumeTicket(app.database, String(ticket))
    return holder ? authenticateTicket(app, holder) : reject('wrong_ticket')
  }
  const bearer = token === undefined ? bearerOf(request) : String(token)
  const organizationRef = organization === undefined ? chosenOrganization(request) : String(organization)
  return authenticateForHub(app, bearer, organizationRef, () => factsOf(request))
}

// All connections share these handlers.
function onMessage(this: WebSocket, data: RawData, isBinary: boolean): void {
  const connection = connectionOf(this)
  if (connection.isClosed) return
  if (isBinary) connection.close(...closings.invalidMessage)
  else receive(connection, (data as Buffer).toString())
}

function onPing(this: WebSocket, data: Buffer): void {
  const connection = connectionOf(this)
  if (connection.countMessage()) connection.pong(data)
  else connection.close(...closings.tooManyMessages)
}

function onPong(this: WebSocket): void {
  connectionOf(this).isAlive = true
}

function onClose(this: WebSocket): void {
  const connection = connectionOf(this)
  connection.hub.unregister(connection)
}

function connectionOf(ws: WebSocket): Connection {
  return (ws as HubSocket).connection!
}

function ignore(): void {}
