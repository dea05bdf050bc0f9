import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import type { App } from '../../operations/context.ts'
import { reject } from '../../errors/errors.ts'
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
  http.addHook('onRequest', async ({ headers, routeOptions }) => {
    if (open.has(routeOptions.url ?? '')) return
    if (!isAmong(served, headers.host)) reject('host_refused')
    const { origin } = headers
    if (origin === undefined || config.CORS_ORIGINS.includes(origin)) return
    if (!isAmong(served, origin.replace(/^https?:\/\//, ''))) reject('origin_refused')
  })
}

/** Returns whether the request comes from this machine itself, and not through a proxy on it. */
export function isLocal({ headers, socket }: FastifyRequest): boolean {
  const forwarded = headers['x-forwarded-for'] ?? headers['x-real-ip'] ?? headers.forwarded ?? headers.via
  return forwarded === undefined && /^(127\.|0:0:0:0::)/.test(clientNetwork(socket.remoteAddress ?? ''))
}

/** Returns whether a local request also uses a loopback name. A proxy without headers forwards another name. */
export function isLoopback(request: FastifyRequest): boolean {
  return isLocal(request) && isAmong(loopback, request.headers.host)
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

function servedHosts({ APP_URL, MCP_URL, HOST, ALLOWED_HOSTS }: Config): Set<string> {
  const own = [APP_URL, MCP_URL, `http://${HOST.includes(':') ? `[${HOST}]` : HOST}`]
  return new Set([...loopback, ...own.map((address) => URL.parse(address)?.hostname ?? ''), ...ALLOWED_HOSTS])
}

/** Returns whether a host is listed, with its port or for all ports. */
function isAmong(hosts: Set<string>, host = ''): boolean {
  const url = /^[\w.:[\]-]+$/.test(host) ? URL.parse(`http://${host}`) : null
  return url !== null && (hosts.has(url.hostname) || hosts.has(url.host))
}
