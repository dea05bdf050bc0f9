import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { sendLine } from '../../../server/platform/json-lines.ts'
import type { MuxStream } from '../../../server/platform/multiplexer.ts'
import type { ClientStream, Session } from './session.ts'

// Proxies close connections that are silent for longer.
const keepAliveMs = 20_000
/** A client that leaves more unread is disconnected. */
const maxUnreadBytes = 4 * 1024 * 1024

/** A response of server-sent events. */
export class EventStream implements ClientStream {
  readonly #stream: MuxStream
  readonly #timer: NodeJS.Timeout
  readonly #listeners: (() => void)[] = []
  #isClosed = false

  constructor(stream: MuxStream, session: Session) {
    this.#stream = stream
    this.onClose(session.hold())
    sendLine(stream, { status: 200, headers: { 'content-type': 'text/event-stream' } })
    this.#timer = setInterval(() => this.write(': still here\n\n'), keepAliveMs).unref()
    stream.onReset(() => this.#close())
  }

  /** Runs when either end closes the stream. */
  onClose(listener: () => void): void {
    if (this.#isClosed) listener()
    else this.#listeners.push(listener)
  }

  send(message: JSONRPCMessage): void {
    this.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`)
  }

  write(text: string): void {
    if (this.#isClosed) return
    this.#stream.write(Buffer.from(text))
    if (this.#stream.queuedBytes <= maxUnreadBytes) return
    this.#stream.reset('too_slow', 'The client reads too slowly.')
    this.#close()
  }

  end(): void {
    this.#stream.end()
    this.#close()
  }

  #close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    clearInterval(this.#timer)
    for (const listener of this.#listeners) listener()
  }
}
