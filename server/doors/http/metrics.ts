import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App } from '../../operations/context.ts'
import { reject } from '../../errors/errors.ts'
import { bearerOf } from './routes.ts'

/**
 * Serves metrics to a scraper with METRICS_TOKEN. Without the variable, the endpoint is off. The IP address of the peer
 * proves nothing, because a proxy on this machine has the same address.
 */
export function serveMetrics(app: App, http: FastifyInstance): void {
  http.get('/metrics', async (request, reply) => {
    requireToken(app, request)
    return reply.type(app.metrics.contentType).send(await app.metrics.text())
  })
}

/** Adds the gauge of open connections. */
export function countConnections({ metrics }: App, http: FastifyInstance): void {
  metrics.gauge({
    name: 'baton_http_connections',
    help: 'Open client connections, including WebSockets.',
    labels: [],
    read: async () => [[{}, await openConnections(http)]],
  })
}

function openConnections({ server }: FastifyInstance): Promise<number> {
  return new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
}

function requireToken({ config: { METRICS_TOKEN } }: App, request: FastifyRequest): void {
  if (!METRICS_TOKEN) reject('unknown_route', { method: 'GET', path: '/metrics' })
  const given = Buffer.from(bearerOf(request) ?? '')
  const expected = Buffer.from(METRICS_TOKEN)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) reject('invalid_credential')
}
