import { type MuxStream, initialCredit } from '../../server/platform/mux-stream.ts'
import { maxTailBytes, maxUnsentBytes } from './limits.ts'

const chunkBytes = 32 * 1024

/**
 * The output of a run. A ring holds its end, from which both the stream and the saved tail are taken. A slow connection
 * loses the oldest unsent bytes and never slows the command down.
 */
export class RunOutput {
  readonly #open: (offset: number) => MuxStream | undefined
  #ring?: Buffer
  #stream?: MuxStream
  /** All bytes so far. */
  bytes = 0
  /** The bytes that are sent or dropped. */
  #sent = 0
  #isWaiting = false
  #hasEnded = false

  constructor(open: (offset: number) => MuxStream | undefined) {
    this.#open = open
  }

  write(chunk: Uint8Array): void {
    this.#ring ??= Buffer.alloc(maxUnsentBytes)
    const kept = chunk.subarray(Math.max(0, chunk.length - maxUnsentBytes))
    const start = (this.bytes + chunk.length - kept.length) % maxUnsentBytes
    const first = kept.subarray(0, maxUnsentBytes - start)
    this.#ring.set(first, start)
    this.#ring.set(kept.subarray(first.length), 0)
    this.bytes += chunk.length
    this.#flush()
  }

  /** Sends the tail again after a reconnect, because its end may not have arrived, perhaps at another node. */
  reconnect(): void {
    this.#stream?.reset('replaced', 'The output continues on another connection.')
    this.#stream = undefined
    this.#sent = Math.max(0, this.bytes - maxTailBytes)
    this.#flush()
  }

  end(): void {
    this.#hasEnded = true
    this.#flush()
  }

  tail(): string {
    const tail = this.#copy(Math.max(0, this.bytes - maxTailBytes), this.bytes)
    // The cut can be inside a character: its other bytes are skipped.
    let start = 0
    while (this.bytes > tail.length && start < 3 && (tail[start]! & 0xc0) === 0x80) start++
    // A null character can't be stored as text.
    return new TextDecoder().decode(tail.subarray(start)).replaceAll('\0', '\ufffd')
  }

  #flush(): void {
    const oldest = this.bytes - maxUnsentBytes
    if (this.#sent < oldest) {
      this.#stream?.end()
      this.#stream = undefined
      this.#sent = oldest
    }
    if (this.#isWaiting || this.bytes === 0) return
    this.#stream ??= this.#open(this.#sent)
    const stream = this.#stream
    // A stream that was reset stays closed until the next connection.
    if (!stream || stream.isClosed) return
    while (this.#sent < this.bytes && stream.queuedBytes < initialCredit) {
      const end = Math.min(this.bytes, this.#sent + chunkBytes)
      stream.write(this.#copy(this.#sent, end))
      this.#sent = end
    }
    if (this.#sent === this.bytes) return this.#hasEnded ? stream.end() : undefined
    this.#isWaiting = true
    void this.#continue(stream)
  }

  async #continue(stream: MuxStream): Promise<void> {
    await stream.writable()
    this.#isWaiting = false
    this.#flush()
  }

  #copy(from: number, to: number): Buffer {
    if (!this.#ring) return Buffer.alloc(0)
    const start = from % maxUnsentBytes
    const first = this.#ring.subarray(start, Math.min(maxUnsentBytes, start + to - from))
    return Buffer.concat([first, this.#ring.subarray(0, to - from - first.length)])
  }
}
