import type { FastifyInstance } from 'fastify'
import type { App } from '../../operations/context.ts'

/** Logs one line for each request, with its route. Never the URL: its parts and its query can hold private data. */
export function logRequests(app: App, http: FastifyInstance): void {
  http.addHook('onResponse', async (request, reply) => {
    const { method, caller, ip } = request
    const user = caller?.kind === 'anonymous' ? undefined : caller?.user.id
    const route = request.routeOptions.url ?? 'none'
    const status = reply.statusCode
    const milliseconds = Math.round(reply.elapsedTime * 10) / 10
    app.metrics.request(route.startsWith('/mcp') ? 'mcp' : 'http', status, reply.elapsedTime / 1000)
    // What only reads and succeeds is of interest to whoever looks closely.
    const level = status >= 500 ? 'error' : method === 'GET' && status < 400 ? 'debug' : 'info'
    app.log[level]({ requestId: request.id, method, route, status, milliseconds, ip, user }, 'request')
  })
}
