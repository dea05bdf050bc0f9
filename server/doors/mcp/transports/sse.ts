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
import { reject, rejectField } from '../../../errors/errors.ts'
import type { Connections } from './connections.ts'
import {
  type OpenStream,
  keepAliveSeconds,
  keepAliveComment,
  streamHeaders,
  hijackResponse,
  whenClosed,
  writeTo,
} from './open-streams.ts'
import type { Recipient, Recipients, Relay } from './relay.ts'
import { type Sender, senderInfo } from '../sender.ts'

/** The HTTP+SSE streams (2024 transport) of this node. Each stays open until either side ends it. */
export class SseStreams implements Recipients {
  readonly #app: App
  readonly #connections: Connections
  /** The prefix of all ids of this node. */
  readonly #node = `${randomBytes(6).toString('base64url')}~`
  readonly #streams = new Map<string, SseTransport>()
  readonly #byCredential = new Map<string, number>()

  constructor(app: App, connections: Connections) {
    this.#app = app
    this.#connections = connections
  }

  async open(reply: FastifyReply, sender: Sender): Promise<void> {
    const response = reply.raw
    const { ids, open, createServer, onStream, maxPerCredential } = this.#connections
    const { credentialId } = sender.caller
    const count = this.#byCredential.get(credentialId) ?? 0
    if (count >= maxPerCredential)
      reject('too_many_connections', { most: maxPerCredential, seconds: keepAliveSeconds })
    this.#byCredential.set(credentialId, count + 1)
    const { id, signed } = ids.make(this.#node)
    const stream = new SseTransport(response, { id, signed }, sender)
    this.#streams.set(id, stream)
    this.#app.metrics.streams.inc({ door: 'mcp' })
    const remove = open.add(stream)
    response.once('close', () => {
      remove()
      this.#streams.delete(id)
      this.#leave(credentialId)
      this.#app.metrics.streams.dec({ door: 'mcp' })
      stream.onclose?.()
    })
    const leave = await onStream?.({
      sender,
      sessionId: signed,
      ofSession: false,
      notify: (notification) => stream.notify(notification),
      end: () => stream.end(),
    })
    if (leave) whenClosed(response, leave)
    // The credential has ended, or the client has disconnected.
    if (response.writableEnded || response.destroyed) return
    if (open.isClosing) reject('stopping')
    // Until here, errors are sent as problems.
    hijackResponse(reply)
    await createServer().connect(stream)
    await open.verify([stream])
  }

  /**
   * Accepts a message only from the credential that opened the stream. Relays it if the stream can be on another node.
   * If no node has the stream, rejects the message, so that the client opens a new one.
   */
  async receive(relay: Relay, signedId: string, sender: Sender, body: unknown): Promise<void> {
    const stream = this.#streams.get(signedId.split('.', 1)[0]!)
    // A stream knows its signed id, so that its messages don't need a new signature.
    const id = stream?.sessionId === signedId ? stream.id : this.#connections.ids.read(signedId)
    const isOwner = !stream || stream.credentialId === sender.caller.credentialId
    if (id === undefined || !isOwner) return rejectStream(signedId)
    const message = parse(body)
    if (stream) stream.receive(message, sender)
    else if (!(await relay.deliver(id, sender, message))) rejectStream(signedId)
  }

  find(id: string): Recipient | undefined {
    return this.#streams.get(id)
  }

  owns(id: string): boolean {
    return id.startsWith(this.#node)
  }

  ids(): Iterable<string> {
    return this.#streams.keys()
  }

  #leave(credentialId: string): void {
    const count = this.#byCredential.get(credentialId)! - 1
    if (count > 0) this.#byCredential.set(credentialId, count)
    else this.#byCredential.delete(credentialId)
  }

  close(): void {
    for (const stream of this.#streams.values()) stream.end()
  }
}

function rejectStream(signedId: string): never {
  reject('not_found', { kind: 'session', ref: signedId.slice(0, 60) })
}

function parse(body: unknown): JSONRPCMessage {
  try {
    return parseJSONRPCMessage(body)
  } catch {
    return rejectField('', 'The body is not a JSON-RPC 2.0 message.')
  }
}

class SseTransport implements Transport, OpenStream, Recipient {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage, extra?: MessageExtraInfo) => void
  readonly id: string
  /** The signed id, which the client sends with each message. */
  readonly sessionId: string
  readonly credentialId: string
  readonly userId: string
  readonly #response: ServerResponse

  constructor(response: ServerResponse, { id, signed }: { id: string; signed: string }, { caller }: Sender) {
    this.#response = response
    this.id = id
    this.sessionId = signed
    this.credentialId = caller.credentialId
    this.userId = caller.user.id
  }

  async start(): Promise<void> {
    this.#response.writeHead(200, streamHeaders)
    // Sent alone: Node keeps the text of the headers, in many parts if it is joined with the first event.
    this.#response.flushHeaders()
    writeTo(this.#response, `event: endpoint\ndata: /mcp/messages?sessionId=${this.sessionId}\n\n`)
  }

  async send(message: JSONRPCMessage): Promise<void> {
    writeTo(this.#response, `event: message\ndata: ${JSON.stringify(message)}\n\n`)
  }

  notify(notification: { method: string; params?: Record<string, unknown> }): void {
    void this.send({ jsonrpc: '2.0', ...notification })
  }

  accepts(): boolean {
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

  keepAlive(): void {
    writeTo(this.#response, keepAliveComment)
  }
}
