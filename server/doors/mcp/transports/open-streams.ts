import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { authenticateMcpToken } from '../../../domains/auth/credentials/authenticate.ts'
import type { App } from '../../../operations/context.ts'
import { OperationError } from '../../../errors/errors.ts'
import type { Sender } from '../sender.ts'

/** An unfinished response of any transport. */
export interface OpenStream {
  readonly credentialId: string
  readonly userId: string
  /** Sends a keep-alive, so that proxies do not close an idle connection. */
  keepAlive?(): void
  end(): void
}

export const keepAliveSeconds = 20
// A client with more unread bytes is disconnected.
const maxUnreadBytes = 4 * 1024 * 1024

export const streamHeaders = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
}
export const keepAliveComment = ': still here\n\n'

export function writeTo(response: ServerResponse, text: string): void {
  response.write(text)
  if (response.writableLength > maxUnreadBytes) response.destroy()
}

/** Takes over the response from Fastify, with the headers set so far. */
export function hijackResponse(reply: FastifyReply) {
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  reply.hijack()
  return reply.raw
}

/** Runs the callback when the response closes, or immediately if it is already closed. */
export function whenClosed(response: ServerResponse, callback: () => void): void {
  if (response.closed) callback()
  else response.once('close', callback)
}

/**
 * All open responses to MCP clients on this node, with one shared timer. A response ends with its credential:
 * immediately on a revocation from the bus, or at the next keep-alive if the credential expired or the notice was lost.
 */
export class OpenStreams {
  readonly #app: App
  // Streams are spread over one group per second. Each second, the next group gets its keep-alive.
  readonly #groups = Array.from({ length: keepAliveSeconds }, () => new Set<OpenStream>())
  readonly #timer = setInterval(() => this.#keepAlive(), 1000).unref()
  readonly #stopListening: (() => void)[]
  #turn = 0
  #checking = false
  #closing = false

  constructor(app: App) {
    this.#app = app
    this.#stopListening = [
      app.bus.onRevoked((id) => {
        for (const stream of this.#all()) if (stream.credentialId === id || stream.userId === id) stream.end()
      }),
      app.bus.onReconnected(() => void this.#checkAll()),
    ]
  }

  /** Adds a stream. Returns a function that removes it. */
  add(stream: OpenStream): () => void {
    const group = this.#groups[this.#turn]!
    group.add(stream)
    return () => void group.delete(stream)
  }

  /** Closes a response when the credential of its sender ends. */
  addResponse({ caller }: Sender, response: ServerResponse): void {
    const end = () => void response.destroy()
    response.once('close', this.add({ credentialId: caller.credentialId, userId: caller.user.id, end }))
  }

  /** Checks the credentials of streams again. One can end before its stream is registered for revocations. */
  async verify(streams: OpenStream[]): Promise<void> {
    const byCredential = Map.groupBy(streams, ({ credentialId }) => credentialId)
    // In parallel, so that the queries share a round trip to the database.
    await Promise.all(
      [...byCredential].map(async ([credentialId, group]) => {
        if (!(await this.#isValid(credentialId))) for (const stream of group) stream.end()
      }),
    )
  }

  /** Rejects new streams, which would keep the server from shutting down. */
  rejectNew(): void {
    this.#closing = true
  }

  /** Whether new streams are rejected. Transports check it right before they open a stream. */
  get isClosing(): boolean {
    return this.#closing
  }

  close(): void {
    clearInterval(this.#timer)
    for (const stop of this.#stopListening) stop()
  }

  #keepAlive(): void {
    this.#turn = (this.#turn + 1) % keepAliveSeconds
    const group = [...this.#groups[this.#turn]!]
    for (const stream of group) stream.keepAlive?.()
    if (group.length > 0) void this.verify(group)
  }

  async #checkAll(): Promise<void> {
    if (this.#checking) return
    this.#checking = true
    await this.verify([...this.#all()])
    this.#checking = false
  }

  #isValid(credentialId: string): Promise<boolean> {
    return authenticateMcpToken(this.#app, credentialId).then(
      () => true,
      (error: unknown) => !(error instanceof OperationError) || error.status >= 500,
    )
  }

  *#all(): Generator<OpenStream> {
    for (const group of this.#groups) yield* group
  }
}
