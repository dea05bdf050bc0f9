import http from 'node:http'
import https from 'node:https'
import {
  type Address,
  NoResponse,
  type Resolve,
  addressOf,
  parseExternalUrl,
  pinnedLookup,
  startTimeout,
} from './external-url.ts'

export interface ExternalRequest {
  /** Private hosts that are allowed anyway: `wiki.internal`, or `10.0.0.7:8080` for a single port. */
  allowed?: readonly string[]
  /** Default: POST with a body, GET without one. */
  method?: string
  body?: string
  headers?: Record<string, string>
  /** Maximum size of the response in bytes. */
  maxBytes: number
  /** Reads the first `maxBytes` of a longer or interrupted response, instead of rejecting it. */
  isExcerpt?: boolean
  /** Redirects to follow. Default 0: a redirect is the response. */
  maxRedirects?: number
  /** Timeout for the whole exchange, redirects included. */
  timeoutMs?: number
  resolve?: Resolve | undefined
  /** An additional trusted certificate. */
  ca?: string
}

export interface ExternalResponse {
  status: number
  headers: http.IncomingHttpHeaders
  body: Buffer
  /** The URL after all redirects. */
  url: string
}

/**
 * Requests a URL that a user provided. Resolves the host once for each redirect and connects to the address that was
 * checked, so that DNS rebinding can't reach a private address.
 */
export async function fetchExternal(link: string, request: ExternalRequest): Promise<ExternalResponse> {
  const { allowed = [], maxRedirects = 0, timeoutMs = 5000, resolve } = request
  const { signal, timedOut } = startTimeout(timeoutMs)
  let url = parseExternalUrl(link)
  for (let redirects = 0; ; redirects++) {
    const address = await Promise.race([addressOf(url, allowed, resolve), timedOut])
    const response = await Promise.race([send(url, address, signal, request), timedOut])
    const { location } = response.headers
    const isRedirect = response.status >= 300 && response.status < 400 && location !== undefined
    if (!isRedirect || maxRedirects === 0) return { ...response, url: url.href }
    if (redirects === maxRedirects) throw new NoResponse(`It redirects more than ${maxRedirects} times.`)
    url = parseExternalUrl(location, url)
  }
}

function send(
  url: URL,
  address: Address,
  signal: AbortSignal,
  { method, body, headers, maxBytes, isExcerpt, ca }: ExternalRequest,
): Promise<Omit<ExternalResponse, 'url'>> {
  const { request } = url.protocol === 'https:' ? https : http
  const options = {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      'user-agent': 'Baton',
      ...headers,
      ...(body && { 'content-length': Buffer.byteLength(body) }),
    },
    agent: false,
    lookup: pinnedLookup(address),
    signal,
    ca,
  }
  return new Promise((resolve, reject) => {
    const outgoing = request(url, options, (response) => {
      const parts: Buffer[] = []
      let size = 0
      const finish = () => {
        const received = Buffer.concat(parts).subarray(0, maxBytes)
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: received })
        // The rest of the response is not needed, and may never end.
        response.destroy()
      }
      response.on('data', (part: Buffer) => {
        parts.push(part)
        size += part.length
        if (isExcerpt && size >= maxBytes) return finish()
        if (size <= maxBytes) return
        response.destroy()
        reject(new NoResponse(`It is longer than ${maxBytes} bytes.`))
      })
      response.on('end', finish)
      response.on('error', () =>
        isExcerpt
          ? finish()
          : reject(new NoResponse('The connection was closed before the end of the response.')),
      )
      if (isExcerpt && maxBytes === 0) finish()
    })
    outgoing.on('error', ({ code }: NodeJS.ErrnoException) =>
      reject(new NoResponse(`It cannot be reached${code ? ` (${code})` : ''}.`)),
    )
    outgoing.end(body)
  })
}
