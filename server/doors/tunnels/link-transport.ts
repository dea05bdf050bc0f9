import type { App } from '../../operations/context.ts'
import type { Transport } from '../../platform/multiplexer.ts'
import { type BatchKind, batchKinds, insertFrames } from './frame-rows.ts'

const maxBatchBytes = 1024 * 1024

/**
 * One end of a link: carries frames through rows of the database. Only one insert of a link runs at a time, which keeps
 * the order. Frames that wait for it are sent together with the next one.
 */
export class LinkTransport implements Transport {
  readonly #app: App
  readonly #link: string
  readonly #recipient: string
  #waiting: Uint8Array[] = []
  #bytes = 0
  #writing: Promise<void> | undefined
  #nextKind: BatchKind
  #isClosed = false
  /** Whether the other end has to be notified that this end is closed. */
  #mustSendClose = false
  #received: (frame: Uint8Array) => void = () => {}
  #drained: () => void = () => {}
  #closed: (code: number, reason: string) => void = () => {}

  /** `recipient` is the connection of the machine, or for the responding end the link. */
  constructor(app: App, link: string, recipient: string, { isOpener }: { isOpener: boolean }) {
    this.#app = app
    this.#link = link
    this.#recipient = recipient
    this.#nextKind = isOpener ? batchKinds.open : batchKinds.data
  }

  send(frame: Uint8Array): void {
    if (this.#isClosed) return
    this.#waiting.push(frame)
    this.#bytes += frame.length
    this.#writing ??= this.#write()
  }

  buffered(): number {
    return this.#bytes
  }

  onMessage(listener: (frame: Uint8Array) => void): void {
    this.#received = listener
  }

  onDrain(listener: () => void): void {
    this.#drained = listener
  }

  onClose(listener: (code: number, reason: string) => void): void {
    this.#closed = listener
  }

  /** Closes both ends. Frames that were sent before still arrive. */
  close(code: number, reason: string): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#mustSendClose = true
    this.#writing ??= this.#write()
    this.#closed(code, reason)
  }

  /** Resolves when everything is stored. */
  async flushed(): Promise<void> {
    await this.#writing
  }

  receive(kind: BatchKind, frames: Uint8Array[]): void {
    for (const frame of frames) this.#received(frame)
    if (kind !== batchKinds.close || this.#isClosed) return
    this.#isClosed = true
    this.#waiting = []
    this.#closed(1000, 'The other node closed the link.')
  }

  async #write(): Promise<void> {
    const { database, bus } = this.#app
    // Frames of the same turn are sent together.
    await Promise.resolve()
    try {
      while (this.#waiting.length > 0 || this.#mustSendClose) {
        const frames = this.#takeBatch()
        const isLast = this.#mustSendClose && this.#waiting.length === 0
        const kind = isLast ? batchKinds.close : this.#nextKind
        this.#nextKind = batchKinds.data
        if (isLast) this.#mustSendClose = false
        await insertFrames(database, { recipient: this.#recipient, link: this.#link, kind, frames })
        bus.framesWait(this.#recipient)
        this.#bytes -= sizeOf(frames)
        this.#drained()
      }
    } catch (error) {
      this.#app.log.warn({ reason: (error as Error).message }, 'a link between two nodes failed')
      this.#isClosed = true
      this.#mustSendClose = false
      this.#waiting = []
      this.#closed(1011, 'The link between two nodes failed.')
    } finally {
      this.#writing = undefined
    }
  }

  #takeBatch(): Uint8Array[] {
    let size = 0
    const end = this.#waiting.findIndex((frame) => (size += frame.length) > maxBatchBytes)
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : Math.max(1, end))
  }
}

function sizeOf(frames: Uint8Array[]): number {
  return frames.reduce((sum, { length }) => sum + length, 0)
}
