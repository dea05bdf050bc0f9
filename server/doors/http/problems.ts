import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { STATUS_CODES } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { challengeAt } from '../../domains/mcp-sign-in/addresses.ts'
import type { App } from '../../operations/context.ts'
import { OperationError, problem } from '../../operations/errors.ts'
import { toOperationError } from '../../operations/perform.ts'
import { newId } from '../../platform/ids.ts'
import { tooLarge, unsupportedMediaType } from './bodies.ts'
import { apiVersions, setCommonHeaders } from './headers.ts'
import { countRejected } from './rate-limit.ts'

export const problemType = 'application/problem+json; charset=utf-8'

/** Whatever was thrown becomes a problem body. What is not a refusal is a fault of ours: logged, and told as a 500. */
export function sendProblem(
  app: App,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  // Not set yet if Fastify rejects the request before any hook.
  if (!reply.raw.hasHeader('Api-Version')) setCommonHeaders(reply.raw, request.id, app.config)
  const refusal = countRejected(app, asRefusal(error, request), request, reply)
  if (refusal.status === 500) app.log.error({ requestId: request.id, err: error }, 'a request failed')
  setProblemHeaders(reply.raw, refusal)
  if (refusal.status === 401)
    reply.raw.setHeader('WWW-Authenticate', challengeAt(app.config, request.routeOptions.url))
  // Fastify would hang up on a body that is too large, and whoever still sends it would not hear why: the rest is read
  // and thrown away instead, for as long as a request may take.
  if (refusal.code === 'too_large') reply.removeHeader('connection')
  if (!request.raw.complete) rejectedEarly.set(request.raw.socket, request.raw)
  const body = problem(refusal, request.id, app.config.APP_URL)
  reply.code(refusal.status)
  if (!request.routeOptions.config?.operation?.form) return reply.type(problemType).send(JSON.stringify(body))
  return reply
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ ...body, ...oauthError(refusal) }))
}

/** The last request of a connection that got its response before it had arrived. It gets no second one if it never does. */
const rejectedEarly = new WeakMap<Socket, IncomingMessage>()

/** RFC 6749, 5.2: what OAuth clients read, and only if it is plain JSON. */
function oauthError({ code, message }: OperationError) {
  return { error: code === 'invalid_input' ? 'invalid_request' : code, error_description: message }
}

export function setProblemHeaders(raw: ServerResponse, refusal: OperationError): void {
  if (refusal.status === 401) raw.setHeader('WWW-Authenticate', 'Bearer')
  if (refusal.status === 429) raw.setHeader('Retry-After', String(refusal.details.seconds))
  if (refusal.status === 503) raw.setHeader('Retry-After', '2')
  if (refusal.status === 426) raw.setHeader('Upgrade', 'websocket')
  if (refusal.status === 405) raw.setHeader('Allow', String(refusal.details.allowed))
}

function asRefusal(error: unknown, request: FastifyRequest): OperationError {
  // The database is also asked outside of any operation: who is calling?
  const refusal = toOperationError(error)
  if (refusal) return refusal
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  const known = code === undefined ? undefined : ofFastify[code]
  if (known) return known(request)
  return statusCode === 400 ? new OperationError('invalid_input') : new OperationError('internal')
}

// What Fastify refuses before any route of ours is reached.
const ofFastify: Record<string, (request: FastifyRequest) => OperationError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ({ routeOptions }) => tooLarge(routeOptions.config.operation),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ({ routeOptions }) => unsupportedMediaType(routeOptions.config.operation),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new OperationError('invalid_header', { header: 'Content-Length', reason: 'it differs from the body.' }),
  FST_ERR_CTP_EMPTY_TYPE: ({ routeOptions }) => unsupportedMediaType(routeOptions.config.operation),
  FST_ERR_BAD_URL: () =>
    new OperationError('invalid_input', {}, [{ path: '', message: 'The address is not valid.' }]),
  FST_ERR_MAX_PARAM_LENGTH: () =>
    new OperationError('invalid_input', {}, [{ path: '', message: 'A part of the address is too long.' }]),
}

/** What Node could not read as HTTP at all never becomes a request; the socket still gets a proper answer. */
export function sendParseError({ config }: App, error: NodeJS.ErrnoException, socket: Socket): void {
  const hasResponse = rejectedEarly.get(socket)?.complete === false
  if (!socket.writable || error.code === 'ECONNRESET' || hasResponse) return void socket.destroy()
  const refusal =
    unparsable[error.code ?? ''] ??
    new OperationError('invalid_input', {}, [{ path: '', message: 'This is not HTTP.' }])
  const requestId = newId()
  const body = JSON.stringify(problem(refusal, requestId, config.APP_URL))
  const lines = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
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
