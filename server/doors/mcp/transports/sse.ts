import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import {
  type JSONRPCMessage,
  type MessageExtraInfo,
  type Transport,
  parseJSONRPCMessage,
} from '@modelcontextprotocol/server'
import type { FastifyReply } from 'fastify'
import type { App } from '../../../operations/context.ts'
import { reject, rejectField } from '../../../operations/errors.ts'
import type { Connections } from './connections.ts'
import {
  type OpenStream,
  secondsBetweenBeats,
  signOfLife,
  streamHeaders,
  hijackResponse,
  whenClosed,
  writeTo,
} from './open-streams.ts'
import type { Recipient, Recipients, Relay } from './relay.ts'
import { type Sender, senderInfo } from '../sender.ts'

/** The streams of this node: one for each client of the HTTP+SSE transport of 2024, kept until either side ends it. */
export class SseStreams implements Recipients {
  readonly #app: App
  readonly #connections: Connections
  /** Ids begin with it, so that everybody knows whose stream it is. */
  readonly #node = `${randomBytes(6).toString('base64url')}~`
  readonly #streams = new Map<string, SseTransport>()
  readonly #ofCredential = new Map<string, number>()

  constructor(app: App, connections: Connections) {
    this.#app = app
    this.#connections = connections
  }

  async open(reply: FastifyReply, sender: Sender): Promise<void> {
    const response = reply.raw
    const { ids, open, createServer, onStream, most } = this.#connections
    const { credentialId } = sender.caller
    const held = this.#ofCredential.get(credentialId) ?? 0
    if (held >= most) reject('too_many_connections', { most, seconds: secondsBetweenBeats })
    this.#ofCredential.set(credentialId, held + 1)
    const { id, signed } = ids.make(this.#node)
    const stream = new SseTransport(response, signed, sender)
    this.#streams.set(id, stream)
    this.#app.metrics.streams.inc({ door: 'mcp' })
    const forget = open.add(stream)
    response.once('close', () => {
      forget()
      this.#streams.delete(id)
      this.#leave(credentialId)
      this.#app.metrics.streams.dec({ door: 'mcp' })
      stream.onclose?.()
    })
    const leave = await onStream?.({
      ...{ sender, sessionId: signed, ofSession: false },
      notify: (said) => stream.notify(said),
      end: () => stream.end(),
    })
    if (leave) whenClosed(response, leave)
    // Its credential has ended meanwhile, or the client has gone.
    if (response.writableEnded || response.destroyed) return
    if (open.isClosing) reject('stopping')
    // Until here a failure is answered as everywhere.
    hijackResponse(reply)
    await createServer().connect(stream)
    await open.verify([stream])
  }

  /**
   * A message for a stream is taken only from the credential that opened it: the id alone opens nothing. If the stream is
   * not ours it may be another node's; if it is nobody's, the client is told so, and opens a new one.
   */
  async receive(relay: Relay, signedId: string, sender: Sender, body: unknown): Promise<void> {
    const id = this.#connections.ids.read(signedId)
    const stream = id === undefined ? undefined : this.#streams.get(id)
    const isTheirs = !stream || stream.credentialId === sender.caller.credentialId
    if (id === undefined || !isTheirs) return refuseStream(signedId)
    const message = parse(body)
    if (stream) stream.receive(message, sender)
    else if (!(await relay.pass(id, sender, message))) refuseStream(signedId)
  }

  find(id: string): Recipient | undefined {
    return this.#streams.get(id)
  }

  isHomeOf(id: string): boolean {
    return id.startsWith(this.#node)
  }

  ids(): Iterable<string> {
    return this.#streams.keys()
  }

  #leave(credentialId: string): void {
    const held = this.#ofCredential.get(credentialId)! - 1
    if (held > 0) this.#ofCredential.set(credentialId, held)
    else this.#ofCredential.delete(credentialId)
  }

  close(): void {
    for (const stream of this.#streams.values()) stream.end()
  }
}

function refuseStream(signedId: string): never {
  reject('not_found', { kind: 'session', ref: signedId.slice(0, 60) })
}

function parse(body: unknown): JSONRPCMessage {
  try {
    return parseJSONRPCMessage(body)
  } catch {
    return rejectField('', 'Not a message of JSON-RPC 2.0.')
  }
}

class SseTransport implements Transport, OpenStream, Recipient {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage, extra?: MessageExtraInfo) => void
  readonly sessionId: string
  readonly credentialId: string
  readonly userId: string
  readonly #response: ServerResponse

  constructor(response: ServerResponse, sessionId: string, { caller }: Sender) {
    this.#response = response
    this.sessionId = sessionId
    this.credentialId = caller.credentialId
    this.userId = caller.user.id
  }

  async start(): Promise<void> {
    this.#response.writeHead(200, streamHeaders)
    writeTo(this.#response, `event: endpoint\ndata: /mcp/messages?sessionId=${this.sessionId}\n\n`)
  }

  async send(message: JSONRPCMessage): Promise<void> {
    writeTo(this.#response, `event: message\ndata: ${JSON.stringify(message)}\n\n`)
  }

  notify(notification: { method: string; params?: Record<string, unknown> }): void {
    void this.send({ jsonrpc: '2.0', ...notification })
  }

  takes(): boolean {
    return true
  }

  receive(message: JSONRPCMessage, sender: Sender): void {
    this.onmessage?.(message, { authInfo: senderInfo(sender) })
  }

  async close(): Promise<void> {
    this.end()
  }

  end(): void {
    this.#response.end()
  }

  beat(): void {
    writeTo(this.#response, signOfLife)
  }
}
