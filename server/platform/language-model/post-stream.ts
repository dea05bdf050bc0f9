import http from 'node:http'
import https from 'node:https'
import {
  NoResponse,
  NotAllowed,
  type Resolve,
  addressOf,
  isAllowed,
  parseExternalUrl,
  pinnedLookup,
} from '../external-url.ts'
import { unreachable } from './failures.ts'
import { ModelFailure } from './model.ts'

/** Restricts a URL that users entered to servers on the public internet. */
export interface External {
  /** Private hosts that are allowed anyway: `models.internal`, or `10.0.0.7:8080` for a single port. */
  allowed: readonly string[]
  resolve?: Resolve | undefined
}

export interface StreamRequest {
  headers: Record<string, string>
  body: string
  signal: AbortSignal
  external: External | undefined
}

/** Sends a POST request and returns the response as soon as its headers arrive. Doesn't follow redirects. */
export async function postStream(link: string, request: StreamRequest): Promise<http.IncomingMessage> {
  const { headers, body, signal, external } = request
  const { url, ...connection } = external ? await pinned(link, external, signal) : { url: new URL(link) }
  signal.throwIfAborted()
  const { request: open } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const outgoing = open(url, {
      method: 'POST',
      headers: {
        'user-agent': 'Baton',
        'content-type': 'application/json',
        accept: 'text/event-stream',
        ...headers,
        'content-length': Buffer.byteLength(body),
      },
      signal,
      ...connection,
    })
    outgoing.on('response', resolve)
    outgoing.on('error', ({ code }: NodeJS.ErrnoException) => reject(unreachable(code)))
    outgoing.end(body)
  })
}

/**
 * Resolves the host once and pins the connection to the address that was checked, so that DNS rebinding can't reach a
 * private address. Requires https, because the request carries the key, except at the allowed hosts.
 */
async function pinned(link: string, { allowed, resolve }: External, signal: AbortSignal) {
  try {
    const url = parseExternalUrl(link)
    if (url.protocol === 'http:' && !isAllowed(url, allowed)) throw new NotAllowed('It must be an https URL.')
    const address = await Promise.race([addressOf(url, allowed, resolve), aborted(signal)])
    return { url, agent: false as const, lookup: pinnedLookup(address) }
  } catch (error) {
    if (error instanceof NotAllowed)
      throw new ModelFailure('unreachable', `The URL of the model can't be used. ${error.message}`)
    if (error instanceof NoResponse) throw unreachable('ENOTFOUND')
    throw error
  }
}

/** Rejects when the signal aborts. A DNS lookup has no timeout of its own. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = () => reject(signal.reason as Error)
    if (signal.aborted) fail()
    else signal.addEventListener('abort', fail, { once: true })
  })
}
