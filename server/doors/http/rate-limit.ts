import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../operations/context.ts'
import { OperationError, rejectOverLimit } from '../../errors/errors.ts'
import { clientNetwork } from '../../platform/client-network.ts'
import type { Allowance } from '../../database/rate-limits.ts'

/** Counts a request, adds the RateLimit headers, and rejects the request if it is over the limit. */
export function countRequest(app: App, key: string, limit: number, reply: FastifyReply): void {
  const allowance = app.rateLimits.count(key, limit)
  setHeaders(reply, allowance)
  rejectOverLimit(allowance)
}

/**
 * Counts a rejected request by its network, unless its caller was already counted. This limits guesses at credentials,
 * routes and email addresses. Returns the error to send.
 */
export function countRejected(
  app: App,
  rejection: OperationError,
  request: FastifyRequest,
  reply: FastifyReply,
): OperationError {
  if (rejection.status >= 500 || reply.raw.hasHeader('RateLimit-Limit')) return rejection
  const isMcp = request.routeOptions.url?.startsWith('/mcp') ?? false
  const limit = app.settings.get(isMcp ? 'limits.mcp' : 'limits.api')
  const allowance = app.rateLimits.count(networkKey(request), limit)
  setHeaders(reply, allowance)
  return allowance.allowed ? rejection : new OperationError('rate_limited', { seconds: allowance.reset })
}

export function networkKey(request: FastifyRequest): string {
  return `network ${clientNetwork(request.ip)}`
}

function setHeaders({ raw }: FastifyReply, { limit, remaining, reset }: Allowance): void {
  raw.setHeader('RateLimit-Limit', limit)
  raw.setHeader('RateLimit-Remaining', remaining)
  raw.setHeader('RateLimit-Reset', reset)
}
