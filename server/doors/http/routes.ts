import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authenticateForHttp } from '../../domains/auth/credentials/authenticate.ts'
import { requireAuthentication } from '../../operations/access.ts'
import type { Caller } from '../../operations/caller.ts'
import type { App } from '../../operations/context.ts'
import { reject } from '../../errors/errors.ts'
import { type HttpBinding, type Operation, bindingsOf, httpParts } from '../../operations/operation.ts'
import { perform, performInPieces } from '../../operations/perform.ts'
import type { NamedOperation } from '../../assembly/registry.ts'
import { withSuggestions } from '../../assembly/suggest-names.ts'
import { responseSender, sendEvents, wantsEvents } from './responses.ts'
import { parseForms, parseUploads, uploadLimits } from './bodies.ts'
import { HttpFacts, factsOf } from './facts.ts'
import { inputReader } from './input.ts'
import { countRequest, networkKey } from './rate-limit.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation of the route. Errors name the content types that it accepts. */
    operation?: Operation
    /** The maximum size in bytes of the file that it accepts. */
    uploadLimit?: number
  }
  interface FastifyRequest {
    /** Set before the body is read. */
    caller?: Caller
  }
}

/** Adds a route for each HTTP binding of every operation. */
export function serveOperations(app: App, http: FastifyInstance, served: NamedOperation[]): void {
  http.decorateRequest('caller')
  for (const { operation } of served) {
    const addParsers = operation.upload ? parseUploads : operation.form ? parseForms : undefined
    if (!addParsers) addRoutes(app, http, operation, served)
    // Parsers for other content types apply only to their own scope.
    else
      void http.register(async (scope) => {
        addParsers(scope, operation)
        addRoutes(app, scope, operation, served)
      })
  }
}

function addRoutes(app: App, http: FastifyInstance, operation: Operation, served: NamedOperation[]): void {
  // An operation that is only a tool has no routes.
  if (!operation.http) return
  const handler = handlerOf(app, operation, served)
  const onRequest = admissionOf(app, operation)
  const upload = operation.upload ? uploadLimits(operation, app.config) : undefined
  for (const binding of bindingsOf(operation)) {
    const { method, path } = httpParts(binding)
    http.route({
      method,
      url: path,
      onRequest,
      handler,
      config: { operation, ...(upload && { uploadLimit: upload.uploadLimit }) },
      ...(upload && { bodyLimit: upload.bodyLimit }),
      // A GET that redirects a browser can write. A HEAD must not.
      exposeHeadRoute: operation.reads,
    })
  }
}

/** Authenticates and counts a request before its body is read, to save the work of parsing for rejected callers. */
function admissionOf(app: App, { access }: Operation) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = await callerOf(app, request)
    limitRate(app, caller, request, reply)
    requireAuthentication(access, caller)
    request.caller = caller
  }
}

function handlerOf(app: App, operation: Operation, served: NamedOperation[]) {
  const readInput = inputReader(operation)
  const sendOutput = responseSender(operation, served)
  const secure = app.config.APP_URL.startsWith('https:')
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = request.caller!
    const input = await readInput(request)
    const facts = new HttpFacts(request, reply, secure)
    if (operation.stream && wantsEvents(request))
      return sendEvents(reply, await performInPieces(app, operation, caller, input, facts))
    const { output, replayed } = await perform(app, operation, caller, input, facts).catch(
      async (error: unknown) => {
        throw await withSuggestions(app, caller, error, facts)
      },
    )
    if (replayed) reply.raw.setHeader('Idempotency-Replayed', 'true')
    return sendOutput(request, reply, output)
  }
}

function callerOf(app: App, request: FastifyRequest): Promise<Caller> {
  return authenticateForHttp(app, bearerOf(request), chosenOrganization(request), () => factsOf(request))
}

export function chosenOrganization(request: FastifyRequest): string | undefined {
  const header = request.headers['x-organization']
  return typeof header === 'string' ? header : undefined
}

export function bearerOf(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization
  if (header === undefined) return undefined
  return /^Bearer ([\w.~+/=-]{1,4096})$/i.exec(header)?.[1] ?? reject('invalid_credential')
}

export function limitRate(app: App, caller: Caller, request: FastifyRequest, reply: FastifyReply): void {
  const key = caller.kind === 'anonymous' ? networkKey(request) : `credential ${caller.credentialId}`
  countRequest(app, key, app.settings.get('limits.api'), reply)
}

/** Returns the methods that a path accepts, for the `Allow` header of a 405. */
export function allowedMethods(path: string, served: NamedOperation[]): string[] {
  return served
    .flatMap(({ operation }) => bindingsOf(operation))
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
