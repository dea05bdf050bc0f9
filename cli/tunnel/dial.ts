import type { IncomingMessage } from 'node:http'
import { WebSocket } from 'ws'
import { Multiplexer, type MuxStream } from '../../server/platform/multiplexer.ts'
import { createWsTransport, dialOptions } from '../../server/platform/ws-transport.ts'
import { Failure, exitCodes } from '../failures.ts'
import { clean } from '../text.ts'
import { userAgent } from '../version.ts'
import type { Registration } from './token-file.ts'

const handshakeTimeoutMs = 15_000
const pingIntervalMs = 15_000
const maxSilenceMs = 45_000
const closeTimeoutMs = 2000
const heartbeatLost = 4408

/** An attempt to connect that failed. Its message explains it, and a later attempt can succeed. */
export class Unreachable extends Error {}

/** Opens a connection to the service, and keeps it alive with pings. */
export async function dial(
  { url, token }: Registration,
  accept: (stream: MuxStream) => void,
  signal: AbortSignal,
): Promise<Multiplexer> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/api/tunnels/reverse`, {
    ...dialOptions(url),
    headers: { Authorization: `Bearer ${token}`, 'User-Agent': userAgent() },
    handshakeTimeout: handshakeTimeoutMs,
  })
  const abort = () => socket.terminate()
  signal.addEventListener('abort', abort, { once: true })
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve)
      socket.once('unexpected-response', (_request, response) => {
        reject(explainResponse(url, response))
        socket.terminate()
      })
      // Also keeps later errors from ending the process: "close" follows, and its code decides.
      socket.on('error', (error: NodeJS.ErrnoException) => reject(new Unreachable(explain(url, error))))
    })
  } finally {
    signal.removeEventListener('abort', abort)
  }
  const mux = new Multiplexer(createWsTransport(socket), { dialer: true, accept })
  keepAlive(mux, socket)
  // A service that doesn't confirm the close must not keep this process alive.
  void mux.closed.then(() => setTimeout(() => socket.terminate(), closeTimeoutMs).unref())
  return mux
}

/** Ends a connection whose other end is silent. A machine that was asleep notices at its first timer. */
function keepAlive(mux: Multiplexer, socket: WebSocket): void {
  let heardAt = Date.now()
  const timer = setInterval(() => {
    if (Date.now() - heardAt > maxSilenceMs) {
      mux.close(heartbeatLost, 'The service did not respond.')
      return socket.terminate()
    }
    void mux.ping().then(() => (heardAt = Date.now()))
  }, pingIntervalMs)
  void mux.closed.then(() => clearInterval(timer))
}

/** Explains a response that isn't the expected switch of protocols. */
function explainResponse(url: string, { statusCode: status = 0, headers }: IncomingMessage): Error {
  const { origin } = new URL(url)
  if (status === 401) return tokenEnded(url)
  if (headers.location)
    return new Unreachable(
      `${origin} redirects to ${clean(headers.location)}. Run "baton tunnel register --url" with that URL.`,
    )
  if (status === 404)
    return new Unreachable(`The server at ${origin} has no tunnels. Check the URL, or update the server.`)
  if (status === 407)
    return new Unreachable(`A proxy on the way to ${origin} requires a sign-in (status 407).`)
  if (status === 429) return new Unreachable(`${origin} limits connections at the moment (status 429).`)
  if ([502, 503, 504].includes(status))
    return new Unreachable(`${origin} is starting or not available (status ${status}).`)
  return new Unreachable(
    `${origin}, or a proxy in front of it, responded with status ${status} instead of a WebSocket. A proxy must pass on the headers Upgrade and Connection.`,
  )
}

/** The registration can't be used anymore, so that a retry would fail again. */
export function tokenEnded(url: string): Failure {
  return new Failure(
    `${new URL(url).origin} no longer accepts this machine: it was revoked or registered again, or its owner can't sign in. Run "baton tunnel register", or claim a new code.`,
    exitCodes.notSignedIn,
  )
}

/** Explains why no connection could be opened, in one sentence with the next step. */
function explain(url: string, { code = '', message }: NodeJS.ErrnoException): string {
  const { origin, host, hostname, protocol } = new URL(url)
  if (code === 'ECONNREFUSED')
    return `${host} refuses connections. Check the URL, and that the server is running.`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `The name ${hostname} can't be resolved. Check the URL and your network.`
  if (code === 'ETIMEDOUT' || /timed out/.test(message))
    return `${host} did not respond. A firewall may block the connection.`
  if (['ENETUNREACH', 'EHOSTUNREACH', 'ENETDOWN'].includes(code))
    return `There is no network route to ${hostname}.`
  if (code === 'EPROTO' || code === 'ERR_SSL_WRONG_VERSION_NUMBER')
    return `${origin} does not speak TLS. Check whether the URL should start with http://.`
  if (protocol === 'https:' && /CERT|SIGNED|SIGNATURE|ISSUER|ERR_TLS/.test(code))
    return `The certificate of ${hostname} isn't valid (${code}). For a private authority, set NODE_EXTRA_CA_CERTS to its file.`
  if (['ECONNRESET', 'EPIPE'].includes(code) || /socket hang up/.test(message))
    return `${host} closed the connection during the handshake. A proxy may block WebSockets.`
  return `Can't connect to ${origin}: ${clean(message)}.`
}
