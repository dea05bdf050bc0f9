import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import Fastify, { type FastifyInstance } from 'fastify'
import type { App } from '../../operations/context.ts'
import { type NamedOperation, operations } from '../../assembly/registry.ts'
import { trustedPeers } from '../../platform/client-network.ts'
import { newId } from '../../platform/ids.ts'
import { sendProblem, sendParseError } from './problems.ts'
import { parseJsonBodies, bodyLimit } from './bodies.ts'
import { commonHeaders } from './headers.ts'
import { serveCodeHostWebhook } from './code-host-webhook.ts'
import { serveCli } from './cli-package.ts'
import { serveDashboard } from './dashboard.ts'
import { upgrades } from '../live/upgrades.ts'
import { serveHealth } from './health.ts'
import { checkHosts } from './host-check.ts'
import { serveMetrics } from './metrics.ts'
import { logRequests } from './request-log.ts'
import { serveOpenApi } from './openapi-routes.ts'
import { serveOperations } from './routes.ts'
import { serveSite } from './site/site-door.ts'

/** Creates the HTTP server: its conventions are set here, and its routes come from the operations. */
export async function createHttpDoor(
  app: App,
  served: NamedOperation[] = operations,
): Promise<FastifyInstance> {
  const trusted = trustedPeers(app.config.TRUSTED_PROXIES)
  const requestTimeout = app.config.REQUEST_TIMEOUT * 1000
  const http = Fastify({
    bodyLimit,
    requestTimeout,
    // Node applies the longer of its two timeouts to the whole request, and checks only every 30 seconds by default.
    http: { headersTimeout: requestTimeout, connectionsCheckingInterval: 1000, ...upgrades },
    trustProxy: (address) => trusted(address),
    genReqId: (request) => validRequestId(request.headers['x-request-id']) ?? newId(),
    // A request that arrives on an open connection while the server stops is still served.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    clientErrorHandler: (error, socket) => sendParseError(app, error, socket),
    frameworkErrors: (error, request, reply) => void sendProblem(app, error, request, reply),
    // Operations validate their own input and output. By default, Fastify loads two JSON schema compilers.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
  })

  parseJsonBodies(http)
  http.setErrorHandler((error, request, reply) => sendProblem(app, error, request, reply))
  commonHeaders(http, app.config)
  logRequests(app, http)
  checkHosts(app, http)
  if (app.config.CORS_ORIGINS.length > 0) {
    await http.register(cors, {
      origin: app.config.CORS_ORIGINS,
      methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: [
        'ETag',
        'Link',
        'Location',
        'RateLimit-Limit',
        'RateLimit-Remaining',
        'RateLimit-Reset',
        'X-Request-Id',
        'Api-Version',
        'Retry-After',
        'Idempotency-Replayed',
        'Content-Disposition',
        'Mcp-Session-Id',
      ],
      maxAge: 600,
    })
  }

  // Cookies are parsed only on demand.
  await http.register(cookie, { hook: false })

  serveHealth(app, http)
  serveMetrics(app, http)
  serveOperations(app, http, served)
  serveCodeHostWebhook(app, http)
  serveOpenApi(http, served)
  serveCli(app, http)
  serveSite(app, http)
  await serveDashboard(app, http, served)
  return http
}

function noSchemas(): never {
  throw new Error('Routes must not have schemas. Operations declare their input and output.')
}

function validRequestId(given: unknown): string | undefined {
  return typeof given === 'string' && /^[\w.-]{8,64}$/.test(given) ? given : undefined
}
