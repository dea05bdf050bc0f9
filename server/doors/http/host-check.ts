import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import type { App } from '../../operations/context.ts'
import { OperationError } from '../../errors/errors.ts'
import { clientNetwork } from '../../platform/client-network.ts'

/**
 * Rejects requests for a host that this instance does not serve, and requests from pages of other sites. A page on
 * another site must not reach a server on this machine through the user's browser, neither directly nor through a host
 * name that it points to this IP address (DNS rebinding).
 */
export function checkHosts({ config }: App, http: FastifyInstance): void {
  const served = servedHosts(config)
  // Load balancers and scrapers use a node's IP address. Neither path changes or reveals anything without a token.
  const open = new Set(['/health', ...(config.METRICS_TOKEN ? ['/metrics'] : [])])
  const isServed = rememberTrue((host: string) => isAmong(served, host))
  http.addHook('onRequest', (request, _reply, done) => {
    const { host = '', origin } = request.headers
    const isHostServed = isServed(host)
    if (isHostServed && isOriginAllowed(origin)) return done()
    // Read last, because Fastify builds the route options for every access.
    if (open.has(request.routeOptions.url ?? '')) return done()
    done(new OperationError(isHostServed ? 'origin_refused' : 'host_refused'))
  })

  function isOriginAllowed(origin: string | undefined): boolean {
    if (origin === undefined || config.CORS_ORIGINS.includes(origin)) return true
    return isServed(origin.replace(/^https?:\/\//, ''))
  }
}

/** Remembers some names that pass a check, because clients send the same few hosts, and parsing them is expensive. */
function rememberTrue(check: (name: string) => boolean): (name: string) => boolean {
  const known = new Set<string>()
  return (name) => {
    if (known.has(name)) return true
    if (!check(name)) return false
    if (known.size < maxKnownHosts) known.add(name)
    return true
  }
}

// A caller can append any port to a served name.
const maxKnownHosts = 100

/** Returns whether the request comes from this machine itself, and not through a proxy on it. */
export function isLocal({ headers, socket }: FastifyRequest): boolean {
  const forwarded = headers['x-forwarded-for'] ?? headers['x-real-ip'] ?? headers.forwarded ?? headers.via
  return forwarded === undefined && /^(127\.|0:0:0:0::)/.test(clientNetwork(socket.remoteAddress ?? ''))
}

/** Returns whether a local request also uses a loopback name. A proxy without headers forwards another name. */
export function isLoopback(request: FastifyRequest): boolean {
  return isLocal(request) && isLoopbackName(request.headers.host ?? '')
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])
const isLoopbackName = rememberTrue((host: string) => isAmong(loopback, host))

function servedHosts({ APP_URL, MCP_URL, HOST, ALLOWED_HOSTS }: Config): Set<string> {
  const own = [APP_URL, MCP_URL, `http://${HOST.includes(':') ? `[${HOST}]` : HOST}`]
  return new Set([...loopback, ...own.map((address) => URL.parse(address)?.hostname ?? ''), ...ALLOWED_HOSTS])
}

/** Returns whether a host is listed, with its port or for all ports. */
function isAmong(hosts: Set<string>, host = ''): boolean {
  const url = /^[\w.:[\]-]+$/.test(host) ? URL.parse(`http://${host}`) : null
  return url !== null && (hosts.has(url.hostname) || hosts.has(url.host))
}
