import { type Reset, MuxStream, initialCredit } from './mux-stream.ts'

export { type Reset, MuxStream, initialCredit }

/*
 * Many streams over one connection, for tunnels. docs/tunnel-protocol.md describes the frames. Runs in the server, the
 * command line and the browser.
 */

/** A connection that carries messages of at most 64 KiB in order: a WebSocket, or rows between two nodes. */
export interface Transport {
  /** Calls back once it needs the memory of the frame no longer. */
  send(frame: Uint8Array, sent: () => void): void
  /** Bytes that were sent but are not on the network yet. */
  buffered(): number
  /** Sets the listener for received messages. */
  onMessage(listener: (frame: Uint8Array) => void): void
  /** Sets the listener that runs when `buffered` has become smaller. */
  onDrain(listener: () => void): void
  onClose(listener: (code: number, reason: string) => void): void
  close(code: number, reason: string): void
}

export interface MultiplexerOptions {
  /** Whether this end opened the connection. Its streams have odd ids, those of the other end even ones. */
  dialer: boolean
  /** Receives the streams that the other end opens. */
  accept(stream: MuxStream): void
  /** The number of streams that the other end can have open. */
  maxStreams?: number
}

export const maxFrameBytes = 64 * 1024
const headBytes = 5
const maxPayload = maxFrameBytes - headBytes
/** More is not handed to the transport at once, so that a ping never waits behind more than this. */
const maxBuffered = 256 * 1024
const maxControlFrames = 10_000
// As many frames as fit into the transport.
const maxSpareFrames = 8
/** The close code of a connection whose other end breaks the protocol. */
export const protocolError = 4400

export const frameTypes = {
  open: 0,
  data: 1,
  credit: 2,
  end: 3,
  reset: 4,
  ping: 5,
  pong: 6,
  goAway: 7,
} as const
type FrameType = (typeof frameTypes)[keyof typeof frameTypes]

const encoder = new TextEncoder()
const decoder = new TextDecoder()

export class Multiplexer {
  readonly #transport: Transport
  readonly #options: MultiplexerOptions
  readonly #streams = new Map<number, MuxStream>()
  /** Frames without data. They are sent before data. */
  #control: Uint8Array[] = []
  /** Streams with data that they can send. Each sends one frame in turn. */
  readonly #ready = new Set<MuxStream>()
  /** Memory for frames with data. Allocating it for each frame costs more than everything else. */
  readonly #spare: Uint8Array[] = []
  readonly #pings = new Map<number, () => void>()
  #nextId: number
  #lastPeerId = 0
  #peerStreams = 0
  #pingCount = 0
  #isFlushing = false
  isClosed = false
  /** Whether the other end opens and accepts no more streams. */
  isLeaving = false
  onLeaving: (reason: string) => void = () => {}
  readonly closed: Promise<{ code: number; reason: string }>
  #settle!: (end: { code: number; reason: string }) => void

  constructor(transport: Transport, options: MultiplexerOptions) {
    this.#transport = transport
    this.#options = options
    this.#nextId = options.dialer ? 1 : 2
    this.closed = new Promise((resolve) => (this.#settle = resolve))
    transport.onMessage((frame) => this.#receive(frame))
    transport.onDrain(() => this.#flush())
    transport.onClose((code, reason) => this.#finish(code, reason))
  }

  get streamCount(): number {
    return this.#streams.size
  }

  open(header: object): MuxStream {
    const id = this.#nextId
    this.#nextId += 2
    const stream = new MuxStream(id, header, this.#link)
    if (this.isClosed || this.isLeaving) {
      stream.receiveReset({ code: 'connection_closed', reason: 'The connection is closed.' })
      return stream
    }
    this.#streams.set(id, stream)
    this.#sendControl(frameTypes.open, id, encoder.encode(JSON.stringify(header)))
    return stream
  }

  /** Resolves with the round-trip time in milliseconds. Never resolves if the connection is lost. */
  ping(): Promise<number> {
    const number = ++this.#pingCount
    const sentAt = performance.now()
    return new Promise((resolve) => {
      this.#pings.set(number, () => resolve(performance.now() - sentAt))
      this.#sendControl(frameTypes.ping, 0, uint32(number))
    })
  }

  /** Asks the other end to open no more streams here. Those that are open continue. */
  goAway(reason: string): void {
    this.#sendControl(frameTypes.goAway, 0, encoder.encode(reason))
  }

  close(code = 1000, reason = ''): void {
    if (this.isClosed) return
    this.#transport.close(code, reason)
    this.#finish(code, reason)
  }

  /** What a stream needs from its connection. */
  readonly #link = {
    ready: (stream: MuxStream): void => {
      this.#ready.add(stream)
      this.#flush()
    },
    control: (type: FrameType, id: number, payload: Uint8Array): void => this.#sendControl(type, id, payload),
    remove: (id: number): void => {
      if (this.#streams.delete(id) && this.#isPeerId(id)) this.#peerStreams--
    },
  }

  #sendControl(type: FrameType, id: number, payload: Uint8Array): void {
    if (this.isClosed) return
    if (this.#control.length >= maxControlFrames) return this.close(protocolError, 'Too many frames wait.')
    this.#control.push(frameOf(type, id, payload))
    this.#flush()
  }

  #flush(): void {
    // A transport can call back while a frame is being sent.
    if (this.#isFlushing) return
    this.#isFlushing = true
    try {
      while (!this.isClosed && this.#transport.buffered() < maxBuffered) {
        if (this.#control.length > 0) {
          const frames = this.#control
          this.#control = []
          for (const frame of frames) this.#transport.send(frame, ignore)
        } else if (!this.#sendData()) return
      }
    } finally {
      this.#isFlushing = false
    }
  }

  /** Sends one frame of the stream whose turn it is. */
  #sendData(): boolean {
    const [stream] = this.#ready
    if (!stream) return false
    this.#ready.delete(stream)
    const chunk = stream.takeChunk(maxPayload)
    if (chunk.length > 0) {
      const memory = this.#spare.pop() ?? new Uint8Array(maxFrameBytes)
      this.#transport.send(writeFrame(memory, frameTypes.data, stream.id, chunk), () => {
        if (this.#spare.length < maxSpareFrames) this.#spare.push(memory)
      })
    }
    if (stream.canSend) this.#ready.add(stream)
    return true
  }

  #receive(frame: Uint8Array): void {
    if (this.isClosed) return
    if (frame.length < headBytes || frame.length > maxFrameBytes)
      return this.#breach('A frame has a wrong size.')
    const type = frame[0] as FrameType
    const id = new DataView(frame.buffer, frame.byteOffset, frame.byteLength).getUint32(1)
    const payload = frame.subarray(headBytes)
    if (type === frameTypes.open) return this.#accept(id, payload)
    if (type === frameTypes.ping) return this.#sendControl(frameTypes.pong, 0, payload.slice(0, 4))
    if (type === frameTypes.pong) return this.#receivePong(payload)
    if (type === frameTypes.goAway) {
      this.isLeaving = true
      return this.onLeaving(decoder.decode(payload))
    }
    // Frames of a stream that this end has just reset are normal.
    const stream = this.#streams.get(id)
    if (!stream) return
    if (type === frameTypes.data) {
      if (!stream.receiveData(payload)) this.#breach('A stream sent more than its credit.')
    } else if (type === frameTypes.credit) {
      if (payload.length !== 4 || !stream.receiveCredit(numberIn(payload)))
        this.#breach('A credit is invalid.')
    } else if (type === frameTypes.end) stream.receiveEnd()
    else if (type === frameTypes.reset) stream.receiveReset(readReset(payload))
    else this.#breach('A frame has an unknown type.')
  }

  #accept(id: number, payload: Uint8Array): void {
    if (!this.#isPeerId(id) || id <= this.#lastPeerId) return this.#breach('A stream has a wrong id.')
    this.#lastPeerId = id
    const header = parseObject(payload)
    if (!header) return this.#breach('The header of a stream is not a JSON object.')
    const stream = new MuxStream(id, header, this.#link)
    if (this.#peerStreams >= (this.#options.maxStreams ?? 256))
      return stream.reset('too_many_streams', 'This connection has too many open streams.')
    this.#peerStreams++
    this.#streams.set(id, stream)
    this.#options.accept(stream)
  }

  #receivePong(payload: Uint8Array): void {
    if (payload.length !== 4) return
    const number = numberIn(payload)
    this.#pings.get(number)?.()
    this.#pings.delete(number)
  }

  #isPeerId(id: number): boolean {
    return id % 2 === (this.#options.dialer ? 0 : 1)
  }

  #breach(reason: string): void {
    this.close(protocolError, reason)
  }

  #finish(code: number, reason: string): void {
    if (this.isClosed) return
    this.isClosed = true
    this.#control = []
    this.#ready.clear()
    for (const stream of this.#streams.values())
      stream.receiveReset({ code: 'connection_closed', reason: reason || 'The connection was closed.' })
    this.#settle({ code, reason })
  }
}

function frameOf(type: FrameType, id: number, payload: Uint8Array): Uint8Array {
  return writeFrame(new Uint8Array(headBytes + payload.length), type, id, payload)
}

function writeFrame(memory: Uint8Array, type: FrameType, id: number, payload: Uint8Array): Uint8Array {
  memory[0] = type
  new DataView(memory.buffer, memory.byteOffset).setUint32(1, id)
  memory.set(payload, headBytes)
  return memory.subarray(0, headBytes + payload.length)
}

function ignore(): void {}

export function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value)
  return bytes
}

function numberIn(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0)
}

function parseObject(bytes: Uint8Array): object | undefined {
  try {
    const value: unknown = JSON.parse(decoder.decode(bytes))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

function readReset(payload: Uint8Array): Reset {
  const { code, reason } = (parseObject(payload) ?? {}) as Record<string, unknown>
  return { code: String(code ?? 'reset'), reason: String(reason ?? 'The other end stopped.') }
}
