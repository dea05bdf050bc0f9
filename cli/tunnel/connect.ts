import { setTimeout as pause } from 'node:timers/promises'
import { readLines, sendLine } from '../../server/platform/json-lines.ts'
import type { Multiplexer, MuxStream } from '../../server/platform/multiplexer.ts'
import { type Fields, isFields } from '../cells.ts'
import { Failure, exitCodes } from '../failures.ts'
import { clean } from '../text.ts'
import { Unreachable, dial, tokenEnded } from './dial.ts'
import type { Registration } from './token-file.ts'

const maxLineBytes = 4 * 1024 * 1024
const welcomeTimeoutMs = 15_000
const minBackoffMs = 500
const maxBackoffMs = 30_000
/** A connection that lasted this long was a success, so that the next retry is quick. */
const stableMs = 10_000
const maxRetireMs = 30_000

const closeCodes = { restart: 1012, tokenEnded: 4401, replaced: 4409 }

export interface Connection {
  mux: Multiplexer
  /** The stream of control messages, one JSON value per line. */
  control: MuxStream
  /** The `welcome` of the service. */
  welcome: Fields
  /** Resolves when the service asks the machine to move to another connection. */
  draining: Promise<'drain'>
}

export interface ConnectOptions {
  registration: Registration
  /** Returns the first message of each connection. */
  hello(): object
  /** Receives the streams that the service opens. */
  accept(stream: MuxStream): void
  /** Receives the control messages after `welcome`. */
  receive(message: Fields): void
  /** The connection to use from now on. */
  connected(connection: Connection): void
  disconnected(reason: string, retryInMs: number): void
  signal: AbortSignal
}

/** Stays connected until the signal aborts. Rejects if the service no longer accepts this machine. */
export async function stayConnected(options: ConnectOptions): Promise<void> {
  const { registration, signal } = options
  let failures = 0
  let draining: Connection | undefined
  while (!signal.aborted) {
    let end: { code: number; reason: string }
    const startedAt = Date.now()
    try {
      const connection = await open(options)
      options.connected(connection)
      if (draining) void retire(draining, signal)
      draining = undefined
      const ended = await Promise.race([connection.mux.closed, connection.draining])
      if (Date.now() - startedAt > stableMs) failures = 0
      if (ended === 'drain') {
        draining = connection
        // A node that leaves can accept this machine once more, behind a balancer.
        if (failures++ > 0) await wait(backoff(failures), signal)
        continue
      }
      end = ended
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
      end = { code: 0, reason: error.message }
    }
    if (signal.aborted) break
    if (end.code === closeCodes.tokenEnded) throw tokenEnded(registration.url)
    if (end.code === closeCodes.replaced) throw replaced()
    const waitMs = end.code === closeCodes.restart && failures === 0 ? 0 : backoff(failures)
    failures++
    if (!draining || draining.mux.isClosed) options.disconnected(causeOf(end.reason), waitMs)
    await wait(waitMs, signal)
  }
  draining?.mux.close()
}

/** Dials, says hello and waits for the welcome. */
async function open({ registration, hello, accept, receive, signal }: ConnectOptions): Promise<Connection> {
  const mux = await dial(registration, accept, signal)
  const control = mux.open({ kind: 'control', protocol: 1 })
  const close = () => mux.close(1000, 'The machine stops.')
  signal.addEventListener('abort', close, { once: true })
  void mux.closed.then(() => signal.removeEventListener('abort', close))
  let drain: () => void
  const draining = new Promise<'drain'>((resolve) => (drain = () => resolve('drain')))
  mux.onLeaving = () => drain()
  const welcomed = new Promise<Fields>((resolve, reject) => {
    control.onReset(({ code, reason }) => {
      reject(new Unreachable(`The server rejected the connection: ${clean(reason)} (${clean(code)})`))
      // Without its control stream, the connection is of no use.
      mux.close(1000, 'The control stream was reset.')
    })
    readLines(control, maxLineBytes, (message) => {
      if (!isFields(message)) return
      if (message.type === 'welcome') resolve(message)
      else if (message.type === 'drain') drain()
      else receive(message)
    })
  })
  sendLine(control, hello())
  const timer = setTimeout(() => mux.close(1000, 'The server did not respond in time.'), welcomeTimeoutMs)
  try {
    const early = mux.closed.then(({ code, reason }) => ({ code, reason }))
    const first = await Promise.race([welcomed, early])
    if ('code' in first) throw closedEarly(registration.url, Number(first.code), String(first.reason))
    return { mux, control, welcome: first, draining }
  } finally {
    clearTimeout(timer)
    // A reset after the welcome is handled by the end of the connection.
    welcomed.catch(() => {})
  }
}

function closedEarly(url: string, code: number, reason: string): Error {
  if (code === closeCodes.tokenEnded) return tokenEnded(url)
  if (code === closeCodes.replaced) return replaced()
  return new Unreachable(
    `The server closed the connection before it started. ${reason === '' ? `(code ${code})` : clean(reason)}`,
  )
}

function replaced(): Failure {
  return new Failure(
    'Another process connected with the registration of this machine, so this one stopped. Every machine needs its own: run "baton tunnel register" on it.',
    exitCodes.notSignedIn,
  )
}

/** The service's reasons end with the advice to reconnect, which happens anyway. */
function causeOf(reason: string): string {
  return clean(reason).replace(/ Reconnect\.$/, '')
}

/** Closes a replaced connection when its streams have ended, or after a while. */
async function retire({ mux }: Connection, signal: AbortSignal): Promise<void> {
  mux.goAway('The machine has a newer connection.')
  const endsAt = Date.now() + maxRetireMs
  // The control stream is always open.
  while (!mux.isClosed && mux.streamCount > 1 && Date.now() < endsAt) await wait(100, signal)
  mux.close(1000, 'The machine has a newer connection.')
}

/** Returns between half of the delay and all of it, so that many machines don't return at the same moment. */
function backoff(failures: number): number {
  const delay = Math.min(maxBackoffMs, minBackoffMs * 2 ** Math.min(failures, 10))
  return delay * (0.5 + Math.random() / 2)
}

async function wait(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => {})
}
