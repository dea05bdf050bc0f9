import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { OperatorError } from '../platform/operator-error.ts'
import { NoSpace } from './storage.ts'

/**
 * Returns the socket of an embedded database. It passes messages between the driver and PGlite in a worker thread.
 *
 * Each stream has its own worker. When the driver drops a connection, for example after a timeout, the worker is
 * terminated, and the next connection starts another one. That is safe at any time, because commits are synced. Only
 * one worker runs at a time, because two on one folder would overwrite each other's data.
 */
export function pgliteStream(folder: string): Duplex {
  return new PgliteStream(folder)
}

/** Sent by a worker that can't open its folder, or can't continue. */
export interface Failure {
  failed: string
  isFull: boolean
  /** Whether the operator can fix it. */
  forOperator?: boolean
}

function isFailure(message: unknown): message is Failure {
  return typeof message === 'object' && message !== null && 'failed' in message
}

function errorOf({ failed, isFull, forOperator }: Failure): Error {
  if (forOperator) return isFull ? new NoSpace(failed) : new OperatorError(failed)
  return Object.assign(new Error(failed), isFull && { code: 'ENOSPC' })
}

// For each folder, a promise for the end of all streams that were opened on it so far.
const ends = new Map<string, Promise<unknown>>()

/** Resolves when every worker on the folder has ended, so that its files can be moved or opened by another process. */
export async function pgliteEnded(folder: string): Promise<void> {
  await ends.get(folder)
}

class PgliteStream extends Duplex {
  readonly #folder: string
  readonly #end = Promise.withResolvers<void>()
  #worker: Worker | undefined
  #waiting: Buffer[] = []
  #started = false

  constructor(folder: string) {
    super()
    this.#folder = folder
  }

  // The methods of a socket that the driver calls.
  connect(): this {
    const before = ends.get(this.#folder) ?? Promise.resolve()
    ends.set(this.#folder, Promise.all([before, this.#end.promise]))
    void before.then(() => this.#open())
    return this
  }
  setNoDelay(): void {}
  setKeepAlive(): void {}
  ref(): void {
    this.#worker?.ref()
  }
  unref(): void {
    this.#worker?.unref()
  }

  #open(): void {
    // The driver dropped the connection while it waited.
    if (this.destroyed) return
    const workerData = { folder: this.#folder }
    const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData })
    this.#worker = worker
    worker.on('message', (message: unknown) => {
      // Ignores other messages, because under --watch Node sends its own on this channel.
      if (message === 'ready') this.emit('connect')
      else if (message instanceof Uint8Array) this.push(Buffer.from(message.buffer))
      else if (isFailure(message)) this.destroy(errorOf(message))
    })
    worker.once('error', (error) => this.destroy(error))
    worker.once('exit', () => {
      this.#worker = undefined
      this.destroy(new Error('The database worker ended.'))
    })
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

  // PGlite responds to an error correctly only if it receives a whole exchange, up to its Sync, in one message.
  #send(): void {
    if (!this.#started || this.#waiting.some(endsAnExchange)) {
      this.#started = true
      const bytes = new Uint8Array(Buffer.concat(this.#waiting))
      this.#waiting = []
      if (bytes[0] !== terminate) this.#worker?.postMessage(bytes, [bytes.buffer])
    }
  }

  override _final(done: () => void): void {
    this.destroy()
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    void this.#closed()
      .then(() => this.#end.resolve())
      .finally(() => done(error))
  }

  // PGlite writes a shutdown checkpoint on close. A worker that is busy for too long is terminated.
  async #closed(): Promise<void> {
    const worker = this.#worker
    if (!worker) return
    worker.removeAllListeners('exit')
    worker.postMessage('close')
    const exit = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
    const ended = new Promise<void>((resolve) => setTimeout(resolve, 3000).unref())
    await Promise.race([exit, ended])
    await worker.terminate()
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
