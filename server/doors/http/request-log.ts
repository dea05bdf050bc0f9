import type { FastifyInstance } from 'fastify'
import type { App } from '../../operations/context.ts'

/** Logs one line for each request, with its route. The URL is never logged, because it can contain private data. */
export function logRequests(app: App, http: FastifyInstance): void {
  http.addHook('onResponse', async (request, reply) => {
    const { method, caller, ip } = request
    const user = caller?.kind === 'anonymous' ? undefined : caller?.user.id
    const route = request.routeOptions.url ?? 'none'
    const status = reply.statusCode
    const milliseconds = Math.round(reply.elapsedTime * 10) / 10
    app.metrics.request(route.startsWith('/mcp') ? 'mcp' : 'http', status, reply.elapsedTime / 1000)
    // Successful reads are logged at debug level to keep the log short.
    const level = status >= 500 ? 'error' : method === 'GET' && status < 400 ? 'debug' : 'info'
    app.log[level]({ requestId: request.id, method, route, status, milliseconds, ip, user }, 'request')
  })
}
