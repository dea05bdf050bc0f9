import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { STATUS_CODES } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { challengeAt } from '../../domains/auth/mcp-sign-in/addresses.ts'
import type { App } from '../../operations/context.ts'
import { OperationError, problem } from '../../errors/errors.ts'
import { toOperationError } from '../../operations/perform.ts'
import { newId } from '../../platform/ids.ts'
import { tooLarge, unsupportedMediaType } from './bodies.ts'
import { apiVersions, setCommonHeaders } from './headers.ts'
import { countRejected } from './rate-limit.ts'

export const problemType = 'application/problem+json; charset=utf-8'

/** Sends any thrown error as a problem body. An unexpected error is logged and sent as 500. */
export function sendProblem(
  app: App,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  // Not set yet if Fastify rejects the request before any hook.
  if (!reply.raw.hasHeader('Api-Version')) setCommonHeaders(reply.raw, request.id, app.config)
  const rejection = countRejected(app, asOperationError(error, request), request, reply)
  if (rejection.status === 500) app.log.error({ requestId: request.id, err: error }, 'a request failed')
  setProblemHeaders(reply.raw, rejection)
  if (rejection.status === 401)
    reply.raw.setHeader('WWW-Authenticate', challengeAt(app.config, request.routeOptions.url))
  // Fastify would close the connection on a body that is too large, before the client reads the error. Instead, the
  // rest is read and discarded until the request timeout.
  if (rejection.code === 'too_large') reply.removeHeader('connection')
  if (!request.raw.complete) rejectedEarly.set(request.raw.socket, request.raw)
  const body = problem(rejection, request.id, app.config.APP_URL)
  reply.code(rejection.status)
  if (!request.routeOptions.config?.operation?.form) return reply.type(problemType).send(JSON.stringify(body))
  return reply
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ ...body, ...oauthError(rejection) }))
}

/**
 * The last request of a connection whose response was sent before the body arrived. It must not get a second response.
 */
const rejectedEarly = new WeakMap<Socket, IncomingMessage>()

/** Returns the error members for OAuth clients (RFC 6749, 5.2), which read them only from plain JSON. */
function oauthError({ code, message }: OperationError) {
  return { error: code === 'invalid_input' ? 'invalid_request' : code, error_description: message }
}

export function setProblemHeaders(raw: ServerResponse, rejection: OperationError): void {
  if (rejection.status === 401) raw.setHeader('WWW-Authenticate', 'Bearer')
  if (rejection.status === 429) raw.setHeader('Retry-After', String(rejection.details.seconds))
  if (rejection.status === 503) raw.setHeader('Retry-After', '2')
  if (rejection.status === 426) raw.setHeader('Upgrade', 'websocket')
  if (rejection.status === 405) raw.setHeader('Allow', String(rejection.details.allowed))
}

function asOperationError(error: unknown, request: FastifyRequest): OperationError {
  // Database errors also occur outside operations, for example during authentication.
  const rejection = toOperationError(error)
  if (rejection) return rejection
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  const known = code === undefined ? undefined : fastifyErrors[code]
  if (known) return known(request)
  return statusCode === 400 ? new OperationError('invalid_input') : new OperationError('internal')
}

// Errors that Fastify raises before a route is reached.
const fastifyErrors: Record<string, (request: FastifyRequest) => OperationError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ({ routeOptions }) => tooLarge(routeOptions.config),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ({ routeOptions }) => unsupportedMediaType(routeOptions.config.operation),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new OperationError('invalid_header', { header: 'Content-Length', reason: 'it differs from the body.' }),
  FST_ERR_CTP_EMPTY_TYPE: ({ routeOptions }) => unsupportedMediaType(routeOptions.config.operation),
  FST_ERR_BAD_URL: () =>
    new OperationError('invalid_input', {}, [{ path: '', message: 'The URL is not valid.' }]),
  FST_ERR_MAX_PARAM_LENGTH: () =>
    new OperationError('invalid_input', {}, [{ path: '', message: 'A part of the URL is too long.' }]),
}

/** Sends a problem over the raw socket if Node can't parse the request as HTTP. */
export function sendParseError({ config }: App, error: NodeJS.ErrnoException, socket: Socket): void {
  const hasResponse = rejectedEarly.get(socket)?.complete === false
  if (!socket.writable || error.code === 'ECONNRESET' || hasResponse) return void socket.destroy()
  const rejection =
    unparsable[error.code ?? ''] ??
    new OperationError('invalid_input', {}, [{ path: '', message: 'The request is not valid HTTP.' }])
  const requestId = newId()
  const body = JSON.stringify(problem(rejection, requestId, config.APP_URL))
  const lines = [
    `HTTP/1.1 ${rejection.status} ${STATUS_CODES[rejection.status]}`,
    `Content-Type: ${problemType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    `Api-Version: ${apiVersions.at(-1)}`,
    'Connection: close',
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
}

const unparsable: Record<string, OperationError> = {
  HPE_HEADER_OVERFLOW: new OperationError('headers_too_large'),
  ERR_HTTP_REQUEST_TIMEOUT: new OperationError('too_slow'),
}
