/** The bytes that a stream can send before its reader grants more. */
export const initialCredit = 256 * 1024
/** Credit is granted in parts of this size, so that small reads don't cause a frame each. */
const grantBytes = 64 * 1024
const maxCredit = 2 ** 31

export interface Reset {
  /** A word for programs: `forbidden`. */
  code: string
  /** A sentence for people. */
  reason: string
}

/** The part of the connection that a stream uses. */
interface Link {
  ready(stream: MuxStream): void
  control(type: 2 | 3 | 4, id: number, payload: Uint8Array): void
  remove(id: number): void
}

const nothing = new Uint8Array(0)
const encoder = new TextEncoder()

/** One of the streams of a connection. Data that arrives before `onData` is set waits for it. */
export class MuxStream {
  readonly id: number
  readonly header: object
  readonly #link: Link
  #queue: Uint8Array[] = []
  /** Bytes of the first chunk in the queue that are sent. */
  #sent = 0
  /** Bytes that wait for credit, or for the connection. */
  queuedBytes = 0
  #credit = initialCredit
  #receivable = initialCredit
  #toGrant = 0
  #isEnding = false
  #hasEnded = false
  #peerHasEnded = false
  isClosed = false
  #early: Uint8Array[] = []
  #data?: (chunk: Uint8Array) => void
  #end?: () => void
  #reset?: (reset: Reset) => void
  #resetWith?: Reset
  #credited: (bytes: number) => void = () => {}
  #waiting: (() => void)[] = []
  /** Whether credit is passed on from another stream instead of granted as data is consumed. See `splice`. */
  grantsAtOnce = false

  constructor(id: number, header: object, link: Link) {
    this.id = id
    this.header = header
    this.#link = link
  }

  onData(listener: (chunk: Uint8Array) => void): void {
    this.#data = listener
    for (const chunk of this.#early.splice(0)) listener(chunk)
  }

  /** Runs when the other end has sent everything. */
  onEnd(listener: () => void): void {
    this.#end = listener
    if (this.#peerHasEnded) listener()
  }

  /** Runs when the other end resets the stream, or the connection is lost. */
  onReset(listener: (reset: Reset) => void): void {
    this.#reset = listener
    if (this.#resetWith) listener(this.#resetWith)
  }

  /** Runs when the reader grants more bytes. */
  onCredit(listener: (bytes: number) => void): void {
    this.#credited = listener
  }

  /** Queues data. A writer that produces much waits for `writable`. */
  write(chunk: Uint8Array): void {
    if (this.isClosed || this.#isEnding || chunk.length === 0) return
    this.#queue.push(chunk)
    this.queuedBytes += chunk.length
    if (this.#credit > 0) this.#link.ready(this)
  }

  /** Resolves when little is queued, or the stream is closed. */
  writable(): Promise<void> {
    if (this.isClosed || this.queuedBytes < initialCredit) return Promise.resolve()
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  /** Ends this direction after the queued data. The other direction stays open. */
  end(): void {
    if (this.isClosed || this.#isEnding) return
    this.#isEnding = true
    if (this.queuedBytes === 0) this.#sendEnd()
  }

  /** Closes both directions at once and drops queued data. */
  reset(code: string, reason: string): void {
    if (this.isClosed) return
    const payload = encoder.encode(JSON.stringify({ code, reason: reason.slice(0, 1000) }))
    this.#link.control(4, this.id, payload)
    this.#close()
  }

  /** Resets the stream and notifies its own listener too. For checks that take a stream away from its user. */
  abort(code: string, reason: string): void {
    if (this.isClosed) return
    this.reset(code, reason)
    this.#resetWith = { code, reason }
    this.#reset?.(this.#resetWith)
  }

  /** Reports that received bytes are processed, so that the other end can send as many more. */
  consume(bytes: number): void {
    if (this.isClosed || this.#peerHasEnded) return
    this.#toGrant += bytes
    if (!this.grantsAtOnce && this.#toGrant < grantBytes) return
    const payload = new Uint8Array(4)
    new DataView(payload.buffer).setUint32(0, this.#toGrant)
    this.#receivable += this.#toGrant
    this.#toGrant = 0
    this.#link.control(2, this.id, payload)
  }

  get canSend(): boolean {
    return !this.isClosed && this.queuedBytes > 0 && this.#credit > 0
  }

  /** Takes queued data for one frame. For the connection. */
  takeChunk(maxBytes: number): Uint8Array {
    const [first] = this.#queue
    if (!first || !this.canSend) return nothing
    const size = Math.min(first.length - this.#sent, this.#credit, maxBytes)
    const chunk = first.subarray(this.#sent, this.#sent + size)
    this.#sent += size
    this.#credit -= size
    this.queuedBytes -= size
    if (this.#sent === first.length) {
      this.#queue.shift()
      this.#sent = 0
    }
    if (this.queuedBytes < initialCredit) this.#wake()
    // The end follows in the same turn, behind this data.
    if (this.queuedBytes === 0 && this.#isEnding) queueMicrotask(() => this.#sendEnd())
    return chunk
  }

  /** Returns false if the other end sent more than it may. */
  receiveData(chunk: Uint8Array): boolean {
    this.#receivable -= chunk.length
    if (this.#receivable < 0 || this.#peerHasEnded) return false
    if (this.#data) this.#data(chunk)
    else this.#early.push(chunk)
    return true
  }

  receiveCredit(bytes: number): boolean {
    this.#credit += bytes
    if (bytes === 0 || this.#credit > maxCredit) return false
    this.#credited(bytes)
    if (this.queuedBytes > 0) this.#link.ready(this)
    return true
  }

  receiveEnd(): void {
    if (this.#peerHasEnded) return
    this.#peerHasEnded = true
    this.#end?.()
    if (this.#hasEnded) this.#close()
  }

  receiveReset(reset: Reset): void {
    if (this.isClosed) return
    this.#resetWith = reset
    this.#close()
    this.#reset?.(reset)
  }

  #sendEnd(): void {
    if (this.isClosed || this.#hasEnded) return
    this.#hasEnded = true
    this.#link.control(3, this.id, nothing)
    if (this.#peerHasEnded) this.#close()
  }

  #close(): void {
    this.isClosed = true
    this.#queue = []
    this.queuedBytes = 0
    this.#link.remove(this.id)
    this.#wake()
  }

  #wake(): void {
    for (const resume of this.#waiting.splice(0)) resume()
  }
}

/**
 * Connects two streams of different connections. Credit is passed on from reader to writer, so this place holds at most
 * what a reader has granted.
 */
export function splice(one: MuxStream, other: MuxStream): void {
  pass(one, other)
  pass(other, one)
}

function pass(from: MuxStream, to: MuxStream): void {
  from.grantsAtOnce = true
  from.onData((chunk) => to.write(chunk))
  to.onCredit((bytes) => from.consume(bytes))
  from.onEnd(() => to.end())
  from.onReset(({ code, reason }) => to.reset(code, reason))
}
