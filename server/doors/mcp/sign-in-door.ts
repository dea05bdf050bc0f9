import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  grantable,
  paths,
  resourceMetadata,
  resourceMetadataPath,
  serverMetadata,
} from '../../domains/auth/mcp-sign-in/addresses.ts'
import type { SignInOptions } from '../../domains/auth/mcp-sign-in/authorization-server.ts'
import { UnfitClient, storeClient, publicClient } from '../../domains/auth/mcp-sign-in/clients.ts'
import { createDocumentSupport } from '../../domains/auth/mcp-sign-in/document-support.ts'
import type { App } from '../../operations/context.ts'
import { rejectOverLimit } from '../../errors/errors.ts'
import { clientNetwork } from '../../platform/client-network.ts'
import { randomSecret } from '../../platform/ids.ts'
import { countRequest, networkKey } from '../http/rate-limit.ts'

/**
 * Serves OAuth 2.1 sign-in for MCP clients, if the instance enables it. Otherwise it adds no routes, because a client
 * that finds a sign-in can ignore its configured token.
 */
export async function serveMcpSignIn(
  app: App,
  http: FastifyInstance,
  options?: SignInOptions,
): Promise<void> {
  const { config } = app
  if (!config.MCP_OAUTH) return
  // Loaded only if sign-in is enabled.
  const { createAuthorizationServer } = await import('../../domains/auth/mcp-sign-in/authorization-server.ts')
  const server = createAuthorizationServer(app, options)

  const resource = resourceMetadata(config)
  http.get(resourceMetadataPath, () => resource)
  http.get(`${resourceMetadataPath}/mcp`, () => resource)
  const canFetchDocuments = createDocumentSupport(app, options)
  http.get('/.well-known/oauth-authorization-server', async () =>
    serverMetadata(config, await canFetchDocuments()),
  )

  http.post(paths.registration, (request, reply) => register(app, request, reply))
  await http.register(async (scope) => {
    // The authorization server parses request bodies itself.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    const forward = async (request: FastifyRequest, reply: FastifyReply) => {
      countRequest(app, networkKey(request), app.settings.get('limits.api'), reply)
      reply.hijack()
      for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value!)
      await server.answer(request.raw, reply.raw, clientNetwork(request.ip))
    }
    // A HEAD request would also start a sign-in.
    const noHead = { exposeHeadRoute: false }
    scope.get(paths.authorization, noHead, (request, reply) => {
      request.raw.url = withKnownScopes(request.raw.url!)
      return forward(request, reply)
    })
    scope.get(`${paths.authorization}/:uid`, noHead, forward)
    scope.post(paths.token, forward)
    scope.post(paths.revocation, forward)
  })
}

/** Removes unknown scopes from an authorization request. Without a known scope, it requests all grantable scopes. */
function withKnownScopes(url: string): string {
  const [path, query] = url.split('?', 2)
  const params = new URLSearchParams(query)
  const known = (params.get('scope') ?? '')
    .split(' ')
    .filter((scope) => grantable.some((each) => each === scope))
  params.set('scope', known.length > 0 ? known.join(' ') : grantable.join(' '))
  return `${path}?${params.toString()}`
}

/** Registers a public client (RFC 7591). Metadata that is not needed is not stored. */
async function register(app: App, request: FastifyRequest, reply: FastifyReply): Promise<object> {
  const key = `mcp client registration ${networkKey(request)}`
  rejectOverLimit(await app.rateLimits.countExactly(key, app.settings.get('limits.sign_in')))
  try {
    const metadata = publicClient(request.body)
    const id = randomSecret()
    await storeClient(app.database, id, metadata)
    reply.code(201)
    return { client_id: id, client_id_issued_at: Math.floor(Date.now() / 1000), ...metadata }
  } catch (error) {
    if (!(error instanceof UnfitClient)) throw error
    reply.code(400)
    return { error: error.error, error_description: error.message }
  }
}
