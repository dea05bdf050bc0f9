import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'

/**
 * The socket of an embedded database: what the driver writes goes to PGlite in a worker thread, and back.
 *
 * One stream is one worker. When the driver gives a connection up (a query that runs too long, say), the worker is
 * ended with it and the next connection opens a new one. That is safe at any moment, because commits are synced.
 */
export function pgliteStream(folder: string): Duplex {
  const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData: { folder } })
  const stream = new PgliteStream(worker)
  worker.on('message', (message: unknown) => {
    // Under --watch, Node sends messages of its own on this line: they are none of ours.
    if (message === 'ready') stream.emit('connect')
    else if (message instanceof Uint8Array) stream.push(Buffer.from(message.buffer))
  })
  worker.once('error', (error) => stream.destroy(error))
  worker.once('exit', () => stream.destroy(new Error('The database worker ended.')))
  return stream
}

class PgliteStream extends Duplex {
  readonly #worker: Worker
  #waiting: Buffer[] = []
  #started = false

  constructor(worker: Worker) {
    super()
    this.#worker = worker
  }

  // What the driver expects of a socket.
  connect(): this {
    return this
  }
  setNoDelay(): void {}
  setKeepAlive(): void {}
  ref(): void {
    this.#worker.ref()
  }
  unref(): void {
    this.#worker.unref()
  }

  override _read(): void {}

  override _write(bytes: Buffer, _encoding: string, done: () => void): void {
    this.#waiting.push(bytes)
    this.#send()
    done()
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#waiting.push(...chunks.map(({ chunk }) => chunk))
    this.#send()
    done()
  }

  // PGlite answers an error correctly only if it receives a whole exchange, up to its Sync, at once.
  #send(): void {
    if (!this.#started || this.#waiting.some(endsAnExchange)) {
      this.#started = true
      const bytes = new Uint8Array(Buffer.concat(this.#waiting))
      this.#waiting = []
      if (bytes[0] !== terminate) this.#worker.postMessage(bytes, [bytes.buffer])
    }
  }

  override _final(done: () => void): void {
    this.destroy()
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#worker.removeAllListeners('exit')
    this.#worker.postMessage('close')
    void this.#closed().then(() => done(error))
  }

  // PGlite writes its shutdown checkpoint when asked kindly; a worker that is busy for too long is ended.
  async #closed(): Promise<void> {
    const exit = new Promise<void>((resolve) => this.#worker.once('exit', () => resolve()))
    const ended = new Promise<void>((resolve) => setTimeout(resolve, 3000).unref())
    await Promise.race([exit, ended])
    await this.#worker.terminate()
  }
}

const terminate = 'X'.charCodeAt(0)
const exchangeEnds = new Set(['Q', 'S', 'H', 'X'].map((letter) => letter.charCodeAt(0)))

function endsAnExchange(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length; at += 1 + bytes.readUInt32BE(at + 1)) {
    if (exchangeEnds.has(bytes[at]!)) return true
  }
  return false
}
