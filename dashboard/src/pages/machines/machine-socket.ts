import { readLines } from '../../../../server/platform/json-lines.ts'
import { Multiplexer, type Transport } from '../../../../server/platform/multiplexer.ts'
import { call } from '../../client.ts'
import { pause } from '../../live/pause.ts'
import type { Run } from './queries.ts'

export interface RunHandlers {
  /** `isFirst` marks the first of a connection, which comes with the output so far. */
  onRun: (run: Run, isFirst: boolean) => void
  onOutput: (offset: number, text: string) => void
  /** Reports whether updates arrive through the socket. The page polls while they don't. */
  onConnection: (isOpen: boolean) => void
}

type Line = { type: 'run'; run: Run } | { type: 'output'; offset: number; text: string }

const maxLineBytes = 4 * 1024 * 1024
const minBackoffMs = 500
const maxBackoffMs = 10_000
const openTimeoutMs = 10_000

/** Follows the state and output of a run until it has ended, the user can't see it, or the signal aborts. Reconnects. */
export async function followRun(
  tunnel: string,
  run: string,
  signal: AbortSignal,
  handlers: RunHandlers,
): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    const { isOver, worked } = await watchRun(tunnel, run, signal, handlers).catch(() => lost)
    if (isOver || signal.aborted) return
    handlers.onConnection(false)
    failures = worked ? 0 : failures + 1
    const delayMs = Math.min(maxBackoffMs, minBackoffMs * 2 ** failures)
    await pause(delayMs * (0.5 + Math.random() / 2), signal)
  }
}

const lost = { isOver: false, worked: false }

/** Watches a run through one connection. */
async function watchRun(tunnel: string, run: string, signal: AbortSignal, handlers: RunHandlers) {
  const { ticket } = await call('live.createTicket', {}, { signal })
  const socket = await openSocket(tunnel, ticket, signal)
  const connection = new Multiplexer(transportOf(socket), {
    dialer: true,
    // The service opens no streams here.
    accept: (stream) => stream.reset('not_accepted', 'The browser accepts no streams.'),
  })
  const close = () => connection.close()
  signal.addEventListener('abort', close)
  let worked = false
  let hasRun = false
  const isOver = await new Promise<boolean>((resolve) => {
    const stream = connection.open({ kind: 'watch', run })
    readLines(stream, maxLineBytes, (value) => {
      const line = value as Line
      if (!worked) handlers.onConnection(true)
      worked = true
      if (line.type === 'run') {
        handlers.onRun(line.run, !hasRun)
        hasRun = true
      }
      if (line.type === 'output') handlers.onOutput(line.offset, line.text)
    })
    stream.onEnd(() => resolve(true))
    // Another reason than a lost connection is final. The page then reads it from the error of its own read.
    stream.onReset(({ code }) => resolve(code !== 'connection_closed'))
  })
  signal.removeEventListener('abort', close)
  connection.close()
  return { isOver, worked }
}

function openSocket(tunnel: string, ticket: string, signal: AbortSignal): Promise<WebSocket> {
  const path = `/api/tunnels/${encodeURIComponent(tunnel)}/ws?ticket=${encodeURIComponent(ticket)}`
  const url = new URL(path, location.href)
  url.protocol = url.protocol.replace('http', 'ws')
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url)
    socket.binaryType = 'arraybuffer'
    const settled = new AbortController()
    const options = { signal: settled.signal }
    const fail = () => {
      clearTimeout(timer)
      settled.abort()
      // Browsers log an error if a WebSocket is closed before it is open.
      if (socket.readyState === WebSocket.CONNECTING) socket.addEventListener('open', () => socket.close())
      reject(new Error('The connection could not be opened.'))
    }
    const timer = setTimeout(fail, openTimeoutMs)
    socket.addEventListener(
      'open',
      () => {
        clearTimeout(timer)
        settled.abort()
        resolve(socket)
      },
      options,
    )
    socket.addEventListener('close', fail, options)
    signal.addEventListener('abort', fail, options)
  })
}

/** Carries the frames of a multiplexer over the browser's WebSocket, which reports no drain event. */
function transportOf(socket: WebSocket): Transport {
  let drained = () => {}
  return {
    send(frame, sent) {
      if (socket.readyState === WebSocket.OPEN) socket.send(frame as Uint8Array<ArrayBuffer>)
      sent()
      if (socket.bufferedAmount > 0) setTimeout(() => drained(), 50)
    },
    buffered: () => socket.bufferedAmount,
    onMessage: (listener) =>
      socket.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) =>
        listener(new Uint8Array(data)),
      ),
    onDrain: (listener) => (drained = listener),
    onClose: (listener) => socket.addEventListener('close', ({ code, reason }) => listener(code, reason)),
    close: (code, reason) => socket.close(code, reason),
  }
}
