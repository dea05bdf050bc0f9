import { crc32 } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authenticateForHttp } from '../../domains/credentials/authenticate.ts'
import type { Caller } from '../../operations/caller.ts'
import type { App, RequestFacts } from '../../operations/context.ts'
import { Refusal, refuse, refuseOver } from '../../operations/errors.ts'
import { type HttpBinding, type Operation, httpParts } from '../../operations/operation.ts'
import { perform } from '../../operations/perform.ts'
import { operations } from '../../operations/registry.ts'
import { clientNetwork } from '../../platform/client-network.ts'
import { parseIdempotencyKey, parseIfMatch, rateLimitHeaders } from './headers.ts'
import { inputReader } from './input.ts'

/** One route for each operation with an HTTP binding. */
export function serveOperations(app: App, http: FastifyInstance): void {
  for (const { operation } of operations) {
    if (!operation.http) continue
    const { method, path } = httpParts(operation.http)
    http.route({ method, url: path, handler: handlerOf(app, operation) })
  }
}

function handlerOf(app: App, operation: Operation) {
  const readInput = inputReader(operation)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = await callerOf(app, request)
    limitRate(app, caller, request, reply)
    const { output, replayed } = await perform(
      app,
      operation,
      caller,
      readInput(request),
      factsOf(request, reply),
    )
    if (replayed) reply.raw.setHeader('Idempotency-Replayed', 'true')
    // Sent as text: what the schema promises was checked by the tests, and is not walked through again.
    const text = JSON.stringify(output)
    if (isUnchanged(request, reply, output, text)) return reply.code(304).send()
    reply.raw.setHeader('Content-Type', 'application/json; charset=utf-8')
    return reply.code(operation.created ? 201 : 200).send(text)
  }
}

async function callerOf(app: App, request: FastifyRequest): Promise<Caller> {
  const chosen = request.headers['x-organization']
  try {
    return await authenticateForHttp(app, bearerOf(request), typeof chosen === 'string' ? chosen : undefined)
  } catch (error) {
    // Whoever tries out credentials is counted by where they come from.
    if (error instanceof Refusal)
      refuseOver(app.rateLimits.count(networkKey(request), app.config.RATE_LIMIT_API))
    throw error
  }
}

export function bearerOf(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization
  if (header === undefined) return undefined
  return /^Bearer ([\w.~+/=-]{1,4096})$/i.exec(header)?.[1] ?? refuse('invalid_credential')
}

function limitRate(app: App, caller: Caller, request: FastifyRequest, reply: FastifyReply): void {
  const key = caller.kind === 'anonymous' ? networkKey(request) : `credential ${caller.credentialId}`
  const allowance = app.rateLimits.count(key, app.config.RATE_LIMIT_API)
  rateLimitHeaders(reply, allowance)
  refuseOver(allowance)
}

export function networkKey(request: FastifyRequest): string {
  return `network ${clientNetwork(request.ip)}`
}

function factsOf(request: FastifyRequest, reply: FastifyReply): RequestFacts {
  const { headers } = request
  return {
    id: request.id,
    // This and the signal are made only for the few who ask.
    get network() {
      return clientNetwork(request.ip)
    },
    userAgent: headers['user-agent'] ?? '',
    ifMatch: parseIfMatch(headers['if-match']),
    idempotencyKey: request.method === 'POST' ? parseIdempotencyKey(headers['idempotency-key']) : undefined,
    get signal() {
      const closed = new AbortController()
      reply.raw.once('close', () => closed.abort())
      return closed.signal
    },
  }
}

/**
 * The ETag of a resource is its version, for If-Match, and what the answer weighs, for If-None-Match: an answer may hold
 * more than the resource itself (a project's task counts), and then changes more often.
 */
function isUnchanged(request: FastifyRequest, reply: FastifyReply, output: unknown, text: string): boolean {
  const { version } = output as { version?: unknown }
  if (typeof version !== 'number') return false
  const etag = `"${version}-${crc32(text).toString(36)}"`
  reply.raw.setHeader('ETag', etag)
  reply.raw.setHeader('Cache-Control', 'private, no-cache')
  return request.method === 'GET' && request.headers['if-none-match'] === etag
}

/** The methods that a path takes, for the answer to one that it does not take. */
export function allowedMethods(path: string): string[] {
  const bindings = operations.flatMap(({ operation }) => operation.http ?? [])
  return bindings
    .filter((binding) => pathPattern(binding).test(path))
    .map((binding) => httpParts(binding).method)
}

const patterns = new Map<HttpBinding, RegExp>()

function pathPattern(binding: HttpBinding): RegExp {
  let pattern = patterns.get(binding)
  if (!pattern)
    patterns.set(binding, (pattern = new RegExp(`^${httpParts(binding).path.replace(/:\w+/g, '[^/]+')}/?$`)))
  return pattern
}
