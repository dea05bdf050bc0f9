import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Cookies, type RequestFacts, noCookies } from '../../operations/context.ts'
import { clientNetwork } from '../../platform/client-network.ts'
import { isLoopback } from './host-check.ts'
import { parseIdempotencyKey, parseIfMatch } from './headers.ts'

/** Returns the facts about the client of a request, before its operation is known. */
export function factsOf(request: FastifyRequest): RequestFacts {
  const { id, ip, headers } = request
  return {
    id,
    network: clientNetwork(ip),
    loopback: isLoopback(request),
    userAgent: headers['user-agent'] ?? '',
    cookies: noCookies,
  }
}

/** The facts about a request for its operation. Everything except the headers is computed on demand. */
export class HttpFacts implements RequestFacts {
  readonly id: string
  readonly userAgent: string
  readonly ifMatch?: number
  readonly idempotencyKey?: string
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  readonly #secure: boolean

  constructor(request: FastifyRequest, reply: FastifyReply, secure: boolean) {
    const { id, headers, method } = request
    this.id = id
    this.userAgent = headers['user-agent'] ?? ''
    this.ifMatch = parseIfMatch(headers['if-match'])
    this.idempotencyKey = method === 'POST' ? parseIdempotencyKey(headers['idempotency-key']) : undefined
    this.#request = request
    this.#reply = reply
    this.#secure = secure
  }

  get network(): string {
    return clientNetwork(this.#request.ip)
  }

  get loopback(): boolean {
    return isLoopback(this.#request)
  }

  get signal(): AbortSignal {
    const closed = new AbortController()
    this.#reply.raw.once('close', () => closed.abort())
    return closed.signal
  }

  get cookies(): Cookies {
    const [request, reply, secure] = [this.#request, this.#reply, this.#secure]
    const options = { path: '/api', httpOnly: true, sameSite: 'lax', secure } as const
    // Browsers accept this prefix only from servers behind TLS.
    const full = (name: string) => `${secure ? '__Secure-' : ''}baton-${name}`
    return {
      get: (name) => request.server.parseCookie(request.headers.cookie ?? '')[full(name)],
      set: (name, value, seconds) => void reply.setCookie(full(name), value, { ...options, maxAge: seconds }),
      clear: (name) => void reply.clearCookie(full(name), options),
    }
  }
}
