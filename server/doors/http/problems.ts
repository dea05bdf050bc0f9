import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { STATUS_CODES } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { challengeAt } from '../../domains/mcp-sign-in/addresses.ts'
import type { App } from '../../operations/context.ts'
import { Refusal, problem } from '../../operations/errors.ts'
import { refusalOf } from '../../operations/perform.ts'
import { newId } from '../../platform/ids.ts'
import { tooLarge, unsupportedMediaType } from './bodies.ts'

export const problemType = 'application/problem+json; charset=utf-8'

/** Whatever was thrown becomes a problem body. What is not a refusal is a fault of ours: logged, and told as a 500. */
export function answerProblem(
  app: App,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = asRefusal(error, request)
  if (refusal.status === 500) app.log.error({ requestId: request.id, err: error }, 'a request failed')
  setProblemHeaders(reply.raw, refusal)
  if (refusal.status === 401)
    reply.raw.setHeader('WWW-Authenticate', challengeAt(app.config, request.routeOptions.url))
  // Fastify would hang up on a body that is too large, and whoever still sends it would not hear why: the rest is read
  // and thrown away instead, for as long as a request may take.
  if (refusal.code === 'too_large') reply.removeHeader('connection')
  // Set again for what is refused before any hook has run.
  reply.raw.setHeader('X-Request-Id', request.id)
  const body = problem(refusal, request.id)
  reply.code(refusal.status)
  if (!request.routeOptions.config?.operation?.form) return reply.type(problemType).send(JSON.stringify(body))
  return reply
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ ...body, ...oauthError(refusal) }))
}

/** RFC 6749, 5.2: what OAuth clients read, and only if it is plain JSON. */
function oauthError({ code, message }: Refusal) {
  return { error: code === 'invalid_input' ? 'invalid_request' : code, error_description: message }
}

export function setProblemHeaders(raw: ServerResponse, refusal: Refusal): void {
  if (refusal.status === 401) raw.setHeader('WWW-Authenticate', 'Bearer')
  if (refusal.status === 429) raw.setHeader('Retry-After', String(refusal.details.seconds))
  if (refusal.status === 503) raw.setHeader('Retry-After', '2')
  if (refusal.status === 426) raw.setHeader('Upgrade', 'websocket')
  if (refusal.status === 405) raw.setHeader('Allow', String(refusal.details.allowed))
}

function asRefusal(error: unknown, request: FastifyRequest): Refusal {
  // The database is also asked outside of any operation: who is calling?
  const refusal = refusalOf(error)
  if (refusal) return refusal
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  const known = code === undefined ? undefined : ofFastify[code]
  if (known) return known(request)
  return statusCode === 400 ? new Refusal('invalid_input') : new Refusal('internal')
}

// What Fastify refuses before any route of ours is reached.
const ofFastify: Record<string, (request: FastifyRequest) => Refusal> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ({ routeOptions }) => tooLarge(routeOptions.config.operation),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ({ routeOptions }) => unsupportedMediaType(routeOptions.config.operation),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new Refusal('invalid_header', { header: 'Content-Length', reason: 'it differs from the body.' }),
  FST_ERR_CTP_EMPTY_TYPE: ({ routeOptions }) => unsupportedMediaType(routeOptions.config.operation),
  FST_ERR_BAD_URL: () =>
    new Refusal('invalid_input', {}, [{ path: '', message: 'The address is not valid.' }]),
  FST_ERR_MAX_PARAM_LENGTH: () =>
    new Refusal('invalid_input', {}, [{ path: '', message: 'A part of the address is too long.' }]),
}

/** What Node could not read as HTTP at all never becomes a request; the socket still gets a proper answer. */
export function answerUnparsable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const refusal =
    unparsable[error.code ?? ''] ??
    new Refusal('invalid_input', {}, [{ path: '', message: 'This is not HTTP.' }])
  const body = JSON.stringify(problem(refusal, newId()))
  const status = `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`
  socket.end(
    `${status}\r\nContent-Type: ${problemType}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

const unparsable: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: new Refusal('headers_too_large'),
  ERR_HTTP_REQUEST_TIMEOUT: new Refusal('too_slow'),
}
