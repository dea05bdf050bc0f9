import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { authenticateForHub, authenticateTicket } from '../../domains/credentials/authenticate.ts'
import { consumeTicket } from '../../domains/live/tickets.ts'
import { requireOrganization } from '../../operations/access.ts'
import type { KnownCaller } from '../../operations/caller.ts'
import type { App } from '../../operations/context.ts'
import { reject } from '../../operations/errors.ts'
import { factsOf } from '../http/facts.ts'
import { bearerOf, chosenOrganization, limitRate } from '../http/routes.ts'
import { closings } from './closings.ts'
import { type Connection, HubSocket } from './connection.ts'
import { Hub } from './hub.ts'
import { receive } from './messages.ts'
import { isLiveRequest, liveAddress } from './upgrades.ts'

const largestMessage = 16 * 1024
// Whoever was told goodbye and does not answer is cut off after this time.
const closeTimeout = 3000

/** Whatever is named twice comes as a list, and fits nothing. */
type Query = Partial<Record<'token' | 'ticket' | 'organization', string | string[]>>

/**
 * The live hub: a WebSocket that is told what happens. The request that asks for one goes through the same hooks and
 * refusals as every other; only when it is granted does it become a socket.
 */
export function serveLive(app: App, http: FastifyInstance): Hub {
  const hub = new Hub(app)
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    autoPong: false,
    maxPayload: largestMessage,
    WebSocket: HubSocket,
    ...{ closeTimeout },
  })
  const upgrading = new WeakMap<IncomingMessage, { socket: Socket; head: Buffer }>()

  http.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    socket.on('error', ignore)
    upgrading.set(request, { socket, head })
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    response.assignSocket(socket)
    response.once('finish', () => socket.end())
    http.routing(request, response)
  })

  http.get<{ Querystring: Query }>(liveAddress, async (request, reply) => {
    const upgrade = upgrading.get(request.raw)
    if (!upgrade || !isLiveRequest(request.raw)) return reject('upgrade_required')
    const caller = await callerOf(app, request)
    limitRate(app, caller, request, reply)
    requireOrganization(caller, true, 'guest')
    const admission = await hub.admit(caller)
    const { socket, head } = upgrade
    let opened = false
    reply.hijack()
    reply.raw.detachSocket(socket)
    sockets.handleUpgrade(request.raw, socket, head, (ws) => {
      opened = true
      ws.connection = hub.open(admission, caller, ws, socket)
      ws.on('message', onMessage)
        .on('ping', onPing)
        .on('pong', onPong)
        .on('error', ignore)
        .on('close', onClose)
    })
    // It has gone meanwhile, or is no proper WebSocket.
    if (!opened) hub.decline(admission)
    return reply
  })
  http.addHook('preClose', () => hub.close())
  return hub
}

async function callerOf(app: App, request: FastifyRequest<{ Querystring: Query }>): Promise<KnownCaller> {
  const { token, ticket, organization } = request.query
  if (ticket !== undefined) {
    const held = await consumeTicket(app.database, String(ticket))
    return held ? authenticateTicket(app, held) : reject('wrong_ticket')
  }
  const bearer = token === undefined ? bearerOf(request) : String(token)
  const chosen = organization === undefined ? chosenOrganization(request) : String(organization)
  return authenticateForHub(app, bearer, chosen, () => factsOf(request))
}

// All connections share these.
function onMessage(this: WebSocket, data: RawData, isBinary: boolean): void {
  const connection = connectionOf(this)
  if (connection.isClosed) return
  if (isBinary) connection.close(...closings.notUnderstood)
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
  connection.hub.forget(connection)
}

function connectionOf(ws: WebSocket): Connection {
  return (ws as HubSocket).connection!
}

function ignore(): void {}
