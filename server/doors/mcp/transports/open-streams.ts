import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { authenticateMcpToken } from '../../../domains/credentials/authenticate.ts'
import type { App } from '../../../operations/context.ts'
import { OperationError } from '../../../operations/errors.ts'
import type { Sender } from '../sender.ts'

/** A response that is not finished yet, of whatever transport. */
export interface OpenStream {
  readonly credentialId: string
  readonly userId: string
  /** Gives a sign of life, so that nobody in between takes the connection for dead. */
  beat?(): void
  end(): void
}

export const secondsBetweenBeats = 20
// A client that does not read what it asked for is cut off rather than waited for.
const mostUnread = 4 * 1024 * 1024

export const streamHeaders = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
}
export const signOfLife = ': still here\n\n'

export function writeTo(response: ServerResponse, text: string): void {
  response.write(text)
  if (response.writableLength > mostUnread) response.destroy()
}

/** Takes the response from Fastify, with the headers that it has been given so far. */
export function hijackResponse(reply: FastifyReply) {
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  reply.hijack()
  return reply.raw
}

/** Though it may be closed by now. */
export function whenClosed(response: ServerResponse, deed: () => void): void {
  if (response.closed) deed()
  else response.once('close', deed)
}

/**
 * All that this node is still sending to clients of MCP, with one timer for everything. What belongs to a credential ends
 * with it: at once where the bus says so, and at the next beat where it ended by itself or the notice was lost.
 */
export class OpenStreams {
  readonly #app: App
  // Each second it is another part's turn, and whatever opens joins the part whose turn has just been.
  readonly #parts = Array.from({ length: secondsBetweenBeats }, () => new Set<OpenStream>())
  readonly #timer = setInterval(() => this.#beat(), 1000).unref()
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

  /** Until the function that it answers is called. */
  add(stream: OpenStream): () => void {
    const part = this.#parts[this.#turn]!
    part.add(stream)
    return () => void part.delete(stream)
  }

  /** Cuts a response off when the credential of whoever asked for it ends. */
  addResponse({ caller }: Sender, response: ServerResponse): void {
    const end = () => void response.destroy()
    response.once('close', this.add({ credentialId: caller.credentialId, userId: caller.user.id, end }))
  }

  /** A credential may have ended between the first look at it and the moment when we began to listen for that. */
  async verify(streams: OpenStream[]): Promise<void> {
    const ofCredentials = Map.groupBy(streams, ({ credentialId }) => credentialId)
    // What is asked in one turn travels to the database together.
    await Promise.all(
      [...ofCredentials].map(async ([credentialId, theirs]) => {
        if (!(await this.#stands(credentialId))) for (const stream of theirs) stream.end()
      }),
    )
  }

  /** Of a server that stops: what opened now would never end, and it would wait for that. */
  refuseMore(): void {
    this.#closing = true
  }

  /** Asked right before a stream opens, so that none slips in between. */
  get isClosing(): boolean {
    return this.#closing
  }

  close(): void {
    clearInterval(this.#timer)
    for (const stop of this.#stopListening) stop()
  }

  #beat(): void {
    this.#turn = (this.#turn + 1) % secondsBetweenBeats
    const part = [...this.#parts[this.#turn]!]
    for (const stream of part) stream.beat?.()
    if (part.length > 0) void this.verify(part)
  }

  async #checkAll(): Promise<void> {
    if (this.#checking) return
    this.#checking = true
    await this.verify([...this.#all()])
    this.#checking = false
  }

  #stands(credentialId: string): Promise<boolean> {
    return authenticateMcpToken(this.#app, credentialId).then(
      () => true,
      (error: unknown) => !(error instanceof OperationError) || error.status >= 500,
    )
  }

  *#all(): Generator<OpenStream> {
    for (const part of this.#parts) yield* part
  }
}
