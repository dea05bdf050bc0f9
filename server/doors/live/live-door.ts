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
import { type Upgrades, livePath } from './upgrades.ts'

const maxMessageBytes = 16 * 1024
// Milliseconds until ws terminates a socket whose client doesn't respond to the close frame.
const closeTimeout = 3000

/** Query parameters. A repeated parameter arrives as an array, which never matches a credential. */
export type SocketQuery = Partial<Record<'token' | 'ticket' | 'organization', string | string[]>>

/** Serves the live hub, a WebSocket that streams events. */
export function serveLive(app: App, http: FastifyInstance, upgrades: Upgrades): Hub {
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

  http.get<{ Querystring: SocketQuery }>(livePath, async (request, reply) => {
    upgrades.require(request)
    const caller = await authenticateSocket(app, request)
    limitRate(app, caller, request, reply)
    requireOrganization(caller, true, 'guest')
    const admission = await hub.admit(caller)
    const isOpen = upgrades.accept(sockets, request, reply, (ws, socket) => {
      ws.connection = hub.open(admission, caller, ws, socket)
      ws.on('message', onMessage).on('ping', onPing).on('pong', onPong).on('close', onClose)
    })
    if (!isOpen) hub.decline(admission)
    return reply
  })
  http.addHook('preClose', () => hub.close())
  return hub
}

/** Returns the caller of a socket, which can send a ticket or token in the address because browsers can't set headers. */
export async function authenticateSocket(
  app: App,
  request: FastifyRequest<{ Querystring: SocketQuery }>,
): Promise<KnownCaller> {
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
