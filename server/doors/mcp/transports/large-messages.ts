import type { FastifyRequest } from 'fastify'
import { OperationError } from '../../../errors/errors.ts'
import { bodyLimit } from '../../http/bodies.ts'

/*
 * A tool call above the size limit gets a tool result, which its agent can read and correct. A rejection by HTTP status
 * would only reach the client's transport, which reports a lost connection. To know the id of the call, the server
 * reads bodies up to a higher limit, and drops the arguments before it passes the call on.
 */

/** The maximum size of a body that is read. A larger one is rejected by its HTTP status. */
export const maxReadBytes = 4 * bodyLimit

/** Marks a call whose arguments were dropped. A mark in the message also reaches the node that holds the stream. */
const mark = 'baton/tooLarge'

interface Message {
  method?: unknown
  params?: { _meta?: Record<string, unknown> }
}

/** Drops the arguments of tool calls in a body above the limit. Rejects other messages above it. */
export function dropLargeArguments(request: FastifyRequest): void {
  if (sizeOf(request) <= bodyLimit) return
  const { body } = request
  request.body = Array.isArray(body) ? body.map(withoutArguments) : withoutArguments(body)
}

/** Rejects a call whose arguments were dropped. */
export function requireArguments({ _meta: meta }: NonNullable<Message['params']>): void {
  if (meta?.[mark] === true) throw tooLarge()
}

function withoutArguments(message: unknown): unknown {
  const { method, params } = (message ?? {}) as Message
  if (method !== 'tools/call' || typeof params !== 'object') throw tooLarge()
  const { _meta: meta } = params
  return { ...(message as object), params: { ...params, arguments: {}, _meta: { ...meta, [mark]: true } } }
}

function tooLarge(): OperationError {
  return new OperationError('too_large', { limit: `${bodyLimit / 1024} KiB` })
}

function sizeOf({ headers, body }: FastifyRequest): number {
  const length = Number(headers['content-length'])
  // A chunked body has no length.
  return Number.isNaN(length) ? Buffer.byteLength(JSON.stringify(body) ?? '') : length
}
