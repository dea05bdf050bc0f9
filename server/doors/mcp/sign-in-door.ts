import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  grantable,
  paths,
  resourceMetadata,
  resourceMetadataPath,
  serverMetadata,
} from '../../domains/mcp-sign-in/addresses.ts'
import type { SignInOptions } from '../../domains/mcp-sign-in/authorization-server.ts'
import { UnfitClient, storeClient, publicClient } from '../../domains/mcp-sign-in/clients.ts'
import type { App } from '../../operations/context.ts'
import { rejectOverLimit } from '../../operations/errors.ts'
import { clientNetwork } from '../../platform/client-network.ts'
import { randomSecret } from '../../platform/ids.ts'
import { countRequest, networkKey } from '../http/rate-limit.ts'

/**
 * How MCP clients sign in with OAuth 2.1, where the instance wants that. Where it does not, nothing is there: a client that
 * finds a sign-in may no longer use the token that it was configured with.
 */
export async function serveMcpSignIn(
  app: App,
  http: FastifyInstance,
  options?: SignInOptions,
): Promise<void> {
  const { config } = app
  if (!config.MCP_OAUTH) return
  // Loaded only by those who need it.
  const { createAuthorizationServer } = await import('../../domains/mcp-sign-in/authorization-server.ts')
  const server = createAuthorizationServer(app, options)

  const resource = resourceMetadata(config)
  http.get(resourceMetadataPath, () => resource)
  http.get(`${resourceMetadataPath}/mcp`, () => resource)
  const metadata = serverMetadata(config)
  http.get('/.well-known/oauth-authorization-server', () => metadata)

  http.post(paths.registration, (request, reply) => register(app, request, reply))
  await http.register(async (scope) => {
    // The authorization server reads what it is sent by itself.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    const pass = async (request: FastifyRequest, reply: FastifyReply) => {
      countRequest(app, networkKey(request), config.RATE_LIMIT_API, reply)
      reply.hijack()
      for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value!)
      await server.answer(request.raw, reply.raw, clientNetwork(request.ip))
    }
    // A HEAD would ask a person, too.
    const asks = { exposeHeadRoute: false }
    scope.get(paths.authorization, asks, (request, reply) => {
      request.raw.url = withKnownScopes(request.raw.url!)
      return pass(request, reply)
    })
    scope.get(`${paths.authorization}/:uid`, asks, pass)
    scope.post(paths.token, pass)
    scope.post(paths.revocation, pass)
  })
}

/** A client may ask for what it knows from elsewhere, or for nothing: it is asked what it may be given. */
function withKnownScopes(address: string): string {
  const [path, query] = address.split('?', 2)
  const asked = new URLSearchParams(query)
  const known = (asked.get('scope') ?? '')
    .split(' ')
    .filter((scope) => grantable.some((each) => each === scope))
  asked.set('scope', known.length > 0 ? known.join(' ') : grantable.join(' '))
  return `${path}?${asked.toString()}`
}

/** RFC 7591, for clients without a secret. Whatever else they say of themselves is not kept. */
async function register(app: App, request: FastifyRequest, reply: FastifyReply): Promise<object> {
  const key = `mcp client registration ${networkKey(request)}`
  rejectOverLimit(await app.rateLimits.countExactly(key, app.config.RATE_LIMIT_SIGN_IN))
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
