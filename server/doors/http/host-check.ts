import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import type { App } from '../../operations/context.ts'
import { reject } from '../../operations/errors.ts'
import { clientNetwork } from '../../platform/client-network.ts'

/**
 * Rejects requests for a host that this instance does not serve, and requests from pages of other sites. A page on
 * another site must not reach a server on this machine through the person's browser: neither by a request of its own,
 * nor by a name that it points at this address (DNS rebinding).
 */
export function checkHosts({ config }: App, http: FastifyInstance): void {
  const served = servedHosts(config)
  // Load balancers and scrapers call a node by its address. Neither path changes or reveals anything without a token.
  const open = new Set(['/health', ...(config.METRICS_TOKEN ? ['/metrics'] : [])])
  http.addHook('onRequest', async ({ headers, routeOptions }) => {
    if (open.has(routeOptions.url ?? '')) return
    if (!isAmong(served, headers.host)) reject('host_refused')
    const { origin } = headers
    if (origin === undefined || config.CORS_ORIGINS.includes(origin)) return
    if (!isAmong(served, origin.replace(/^https?:\/\//, ''))) reject('origin_refused')
  })
}

/** Whether the request comes from this machine itself. A request that a proxy here passes on does not. */
export function isLocal({ headers, socket }: FastifyRequest): boolean {
  const passedOn = headers['x-forwarded-for'] ?? headers['x-real-ip'] ?? headers.forwarded ?? headers.via
  return passedOn === undefined && /^(127\.|0:0:0:0::)/.test(clientNetwork(socket.remoteAddress ?? ''))
}

/** Whether it also calls this machine by a loopback name. A proxy that hides itself passes on another name. */
export function isLoopback(request: FastifyRequest): boolean {
  return isLocal(request) && isAmong(loopback, request.headers.host)
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

function servedHosts({ APP_URL, MCP_URL, HOST, ALLOWED_HOSTS }: Config): Set<string> {
  const own = [APP_URL, MCP_URL, `http://${HOST.includes(':') ? `[${HOST}]` : HOST}`]
  return new Set([...loopback, ...own.map((address) => URL.parse(address)?.hostname ?? ''), ...ALLOWED_HOSTS])
}

/** Whether a host is listed, with its port or for all ports. */
function isAmong(hosts: Set<string>, host = ''): boolean {
  const url = /^[\w.:[\]-]+$/.test(host) ? URL.parse(`http://${host}`) : null
  return url !== null && (hosts.has(url.hostname) || hosts.has(url.host))
}
