import type { FastifyInstance } from 'fastify'
import type { App } from '../../operations/context.ts'

/** Logs one line for each request, with its route. The URL is never logged, because it can contain private data. */
export function logRequests(app: App, http: FastifyInstance): void {
  http.addHook('onResponse', (request, reply, done) => {
    const { method, url } = request
    const { statusCode: status, elapsedTime } = reply
    // Fastify builds the route options for every access, so that this reads them only if they matter.
    const isMcp = url.startsWith('/mcp') && (request.routeOptions.url?.startsWith('/mcp') ?? false)
    app.metrics.request(isMcp ? 'mcp' : 'http', status, elapsedTime / 1000)
    // Successful reads are logged at debug level to keep the log short.
    const level = status >= 500 ? 'error' : method === 'GET' && status < 400 ? 'debug' : 'info'
    if (app.log.isLevelEnabled(level)) {
      const { id: requestId, caller, ip } = request
      const user = caller?.kind === 'anonymous' ? undefined : caller?.user.id
      const route = request.routeOptions.url ?? 'none'
      const milliseconds = Math.round(elapsedTime * 10) / 10
      app.log[level]({ requestId, method, route, status, milliseconds, ip, user }, 'request')
    }
    done()
  })
}
