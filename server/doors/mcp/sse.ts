import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { JSONRPCMessage, MessageExtraInfo, Server, Transport } from '@modelcontextprotocol/server'
import { authenticateForMcp } from '../../domains/credentials/authenticate.ts'
import type { KnownCaller } from '../../operations/caller.ts'
import type { App } from '../../operations/context.ts'
import { Refusal, refuse } from '../../operations/errors.ts'
import { interestsOf } from './interests.ts'
import { createMcpServer } from './mcp-server.ts'
import { type Sender, senderInfo } from './sender.ts'
import type { Told } from './told.ts'

const keepAlive = 20_000
// A client that does not read what it asked for is cut off rather than waited for.
const mostUnread = 4 * 1024 * 1024

/** The streams of this node: one for each client of the HTTP+SSE transport of 2024, kept until either side ends it. */
export class SseStreams {
  readonly #app: App
  readonly #told: Told
  readonly #streams = new Map<string, SseTransport>()
  readonly #stopListening: (() => void)[]
  #checking = false

  constructor(app: App, told: Told) {
    this.#app = app
    this.#told = told
    this.#stopListening = [
      app.bus.onRevoked((id) => {
        for (const stream of this.#streams.values())
          if (stream.credentialId === id || stream.userId === id) void stream.close()
      }),
      app.bus.onReconnected(() => void this.#checkAll()),
    ]
  }

  async open(response: ServerResponse, sender: Sender, bearer: string): Promise<void> {
    const sessionId = this.#sign(randomBytes(18).toString('base64url'))
    const stream = new SseTransport(response, sessionId, sender.caller, bearer, () => this.#forget(sessionId))
    this.#streams.set(sessionId, stream)
    this.#app.metrics.streams.inc({ door: 'mcp' })
    stream.keepAlive(() => this.#check(stream))
    const server = createMcpServer(this.#app)
    await this.#tell(stream, server, sender.caller)
    await server.connect(stream)
    // Its credential may have ended between the first look at it and the moment when we began to listen for that.
    await this.#check(stream)
  }

  /** From before the client knows that it is connected, until it is no longer. */
  async #tell(stream: SseTransport, server: Server, caller: KnownCaller): Promise<void> {
    const leave = await this.#told.attach({
      ...{ caller, interests: interestsOf(server) },
      notify: (notification) => stream.notify({ jsonrpc: '2.0', ...notification }),
      end: () => void stream.close(),
    })
    stream.onEnd(leave)
  }

  /** A message for a stream is taken only from the credential that opened it: the session id alone opens nothing. */
  receive(sessionId: string, sender: Sender, message: unknown): void {
    const stream = this.#streams.get(sessionId)
    if (!stream || !this.#isOurs(sessionId) || stream.credentialId !== sender.caller.credentialId) {
      refuse('not_found', { kind: 'session', ref: sessionId.slice(0, 60) })
    }
    stream.receive(message as JSONRPCMessage, { authInfo: senderInfo(sender) })
  }

  close(): void {
    for (const stop of this.#stopListening) stop()
    for (const stream of this.#streams.values()) void stream.close()
  }

  /** Revocations of other nodes may have gone unheard. What is asked in one turn travels to the database together. */
  async #checkAll(): Promise<void> {
    if (this.#checking) return
    this.#checking = true
    await Promise.all([...this.#streams.values()].map((stream) => this.#check(stream)))
    this.#checking = false
  }

  // Revocation and suspension come over the bus; what ends by itself, or was not heard, is noticed at the next beat.
  async #check(stream: SseTransport): Promise<void> {
    const stands = await authenticateForMcp(this.#app, stream.bearer).then(
      () => true,
      (error: unknown) => !(error instanceof Refusal) || error.status >= 500,
    )
    if (!stands) await stream.close()
  }

  #forget(sessionId: string): void {
    if (this.#streams.delete(sessionId)) this.#app.metrics.streams.dec({ door: 'mcp' })
  }

  #sign(id: string): string {
    return `${id}.${this.#mac(id)}`
  }

  #isOurs(sessionId: string): boolean {
    const [id = '', mac = ''] = sessionId.split('.')
    const expected = Buffer.from(this.#mac(id))
    const given = Buffer.from(mac)
    return given.length === expected.length && timingSafeEqual(given, expected)
  }

  #mac(id: string): string {
    return createHmac('sha256', this.#app.secrets.macKey('mcp sessions'))
      .update(id)
      .digest('base64url')
      .slice(0, 22)
  }
}

class SseTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage, extra?: MessageExtraInfo) => void
  readonly sessionId: string
  readonly credentialId: string
  readonly userId: string
  readonly bearer: string
  readonly #response: ServerResponse
  #beat: NodeJS.Timeout | undefined
  #started = false

  constructor(
    response: ServerResponse,
    sessionId: string,
    caller: KnownCaller,
    bearer: string,
    ended: () => void,
  ) {
    this.#response = response
    this.bearer = bearer
    this.sessionId = sessionId
    this.credentialId = caller.credentialId
    this.userId = caller.user.id
    response.once('close', () => {
      clearInterval(this.#beat)
      ended()
      this.onclose?.()
    })
  }

  async start(): Promise<void> {
    this.#started = true
    this.#response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-cache, no-transform',
      'X-Accel-Buffering': 'no',
    })
    this.#write(`event: endpoint\ndata: /mcp/messages?sessionId=${this.sessionId}\n\n`)
  }

  /** What nobody asked for waits until the client is there. */
  notify(message: JSONRPCMessage): void {
    if (this.#started) void this.send(message)
  }

  onEnd(deed: () => void): void {
    if (this.#response.closed) deed()
    else this.#response.once('close', deed)
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#write(`event: message\ndata: ${JSON.stringify(message)}\n\n`)
  }

  receive(message: JSONRPCMessage, extra: MessageExtraInfo): void {
    this.onmessage?.(message, extra)
  }

  async close(): Promise<void> {
    this.#response.end()
  }

  keepAlive(check: () => Promise<void>): void {
    this.#beat = setInterval(() => {
      this.#write(': still here\n\n')
      void check()
    }, keepAlive).unref()
  }

  #write(text: string): void {
    this.#response.write(text)
    if (this.#response.writableLength > mostUnread) this.#response.destroy()
  }
}
