import type { App } from '../../operations/context.ts'
import { readTail } from './connections.ts'
import type { MuxStream } from '../../platform/multiplexer.ts'
import { saveTail } from '../../domains/tunnels/machine-work.ts'

const maxTailBytes = 64 * 1024
const saveIntervalMs = 1000

/** A part of the output of a run. `offset` and `end` count bytes of the whole output. */
export interface OutputPart {
  offset: number
  text: string
  end: number
}

/**
 * The last part of the output of a run, as bytes. Machines send chunks that can end within a character, so text is only
 * read up to the last complete one.
 */
export class Tail {
  /** Twice as large as the tail, so that bytes are moved rarely. */
  #buffer: Buffer = Buffer.alloc(0)
  #length = 0
  /** The number of bytes of the whole output before the buffer. */
  #start = 0

  /** The number of bytes of the whole output, up to the last complete character. */
  get end(): number {
    return this.#start + this.#length - incompleteBytes(this.#buffer.subarray(0, this.#length))
  }

  /** Adds a chunk at its offset. A machine that could not send for a while skips a part. */
  add(offset: number, chunk: Uint8Array): void {
    if (offset !== this.#start + this.#length) {
      this.#start = offset
      this.#length = 0
    }
    if (this.#buffer.length === 0) this.#buffer = Buffer.alloc(2 * maxTailBytes)
    if (this.#length + chunk.length > this.#buffer.length) this.#dropOldest()
    this.#buffer.set(chunk, this.#length)
    this.#length += chunk.length
  }

  /** Returns the text from an offset, or from the oldest kept byte. It starts and ends with whole characters. */
  textFrom(offset: number): OutputPart {
    let first = Math.max(0, offset - this.#start, this.#length - maxTailBytes)
    // The first kept byte can be within a character, which has at most three bytes more.
    const isCut = this.#start + first > 0 && this.#start + first !== offset
    const last = first + (isCut ? 3 : 0)
    while (first < last && isContinuation(this.#buffer[first] ?? 0)) first++
    const end = this.end
    const part = this.#buffer.subarray(first, end - this.#start)
    return { offset: this.#start + first, text: part.toString(), end }
  }

  #dropOldest(): void {
    const dropped = Math.max(0, this.#length - maxTailBytes)
    this.#buffer.copyWithin(0, dropped, this.#length)
    this.#start += dropped
    this.#length -= dropped
  }
}

export function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80
}

/** Returns the number of bytes at the end that are the start of a longer character (RFC 3629). */
function incompleteBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    if (isContinuation(byte)) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return length > back ? back : 0
  }
  return 0
}

interface Entry {
  tunnelId: string
  tail: Tail
  streams: number
  watchers: Set<() => void>
  saving: Promise<void> | undefined
  timer: NodeJS.Timeout | undefined
  savedAt: number
  savedEnd: number
}

/** The output of the runs whose machine is connected to this node. */
export class Outputs {
  readonly #app: App
  readonly #entries = new Map<string, Entry>()

  constructor(app: App) {
    this.#app = app
  }

  /** Reads an output stream of a machine. Data waits in the stream until it is read. */
  async receive(tunnelId: string, run: string, offset: number, stream: MuxStream): Promise<void> {
    const entry = this.#entryOf(tunnelId, run)
    entry.streams++
    await this.#restore(tunnelId, run, offset, entry)
    let end = offset
    stream.onData((chunk) => {
      entry.tail.add(end, chunk)
      end += chunk.length
      stream.consume(chunk.length)
      for (const notify of entry.watchers) notify()
      this.#saveSoon(run, entry)
    })
    const finish = (): void => {
      entry.streams--
      void this.#save(run, entry).then(() => this.#release(keyOf(tunnelId, run), entry))
    }
    stream.onEnd(() => {
      stream.end()
      finish()
    })
    stream.onReset(finish)
  }

  /** Continues the tail that another node has stored, or this one before a new connection. */
  async #restore(tunnelId: string, run: string, offset: number, { tail }: Entry): Promise<void> {
    if (offset === 0 || tail.end > 0) return
    try {
      const stored = await readTail(this.#app.database, tunnelId, run)
      if (stored?.bytes !== offset || stored.output.length > offset) return
      tail.add(offset - stored.output.length, stored.output)
    } catch (error) {
      this.#app.log.warn({ reason: (error as Error).message }, 'the output of a run could not be read')
    }
  }

  /** Returns the tail of a run that writes to this node at the moment. */
  tailOf(tunnelId: string, run: string): Tail | undefined {
    return this.#entries.get(keyOf(tunnelId, run))?.tail
  }

  /** Calls the listener at each change of the output. Returns a function that stops it. */
  watch(tunnelId: string, run: string, listener: () => void): () => void {
    const entry = this.#entryOf(tunnelId, run)
    entry.watchers.add(listener)
    return () => {
      entry.watchers.delete(listener)
      this.#release(keyOf(tunnelId, run), entry)
    }
  }

  /** Stores all tails. For a node that stops. */
  async close(): Promise<void> {
    await Promise.all(
      [...this.#entries].map(([key, entry]) => this.#save(key.slice(key.indexOf(' ') + 1), entry)),
    )
  }

  #entryOf(tunnelId: string, run: string): Entry {
    const key = keyOf(tunnelId, run)
    let entry = this.#entries.get(key)
    if (!entry) {
      entry = {
        tunnelId,
        tail: new Tail(),
        streams: 0,
        watchers: new Set(),
        saving: undefined,
        timer: undefined,
        savedAt: 0,
        savedEnd: 0,
      }
      this.#entries.set(key, entry)
    }
    return entry
  }

  #release(key: string, entry: Entry): void {
    if (entry.streams > 0 || entry.watchers.size > 0 || this.#entries.get(key) !== entry) return
    clearTimeout(entry.timer)
    this.#entries.delete(key)
  }

  #saveSoon(run: string, entry: Entry): void {
    if (entry.timer) return
    const wait = Math.max(0, entry.savedAt + saveIntervalMs - performance.now())
    entry.timer = setTimeout(() => void this.#save(run, entry), wait).unref()
  }

  /** Stores the tail. One write of a run follows the other, so that an older tail never replaces a newer one. */
  async #save(run: string, entry: Entry): Promise<void> {
    clearTimeout(entry.timer)
    entry.timer = undefined
    await entry.saving
    const { end } = entry.tail
    if (end <= entry.savedEnd) return
    entry.savedEnd = end
    entry.savedAt = performance.now()
    const { text } = entry.tail.textFrom(0)
    entry.saving = saveTail(this.#app, entry.tunnelId, run, text, end).catch((error: Error) => {
      this.#app.log.warn({ reason: error.message }, 'the output of a run could not be stored')
    })
    await entry.saving
  }
}

function keyOf(tunnelId: string, run: string): string {
  return `${tunnelId} ${run}`
}
